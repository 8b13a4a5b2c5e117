// One study: where it stands, what it costs, what came out, what it is made of.
import { ask, bytes, call, count, digits, empty, figure, get, h, live, loading, note, number, objective, percent, picture, put, seconds, setting, small, spread, state, table, time } from './parallax.js';

const METRICS = { accuracy: 'accuracy', balancedAccuracy: 'balanced accuracy', precision: 'macro precision', f1: 'macro F1', auc: 'AUC', sensitivity: 'sensitivity', specificity: 'specificity', nmi: 'NMI', purity: 'purity' };
/** Metrics of numbers, counts and times, which are no shares. */
const VALUES = { concordance: 'concordance', unoConcordance: 'Uno’s concordance', aucAtMedian: 'AUC at the median time', integratedBrier: 'integrated Brier', rSquared: 'R²', rmse: 'RMSE', mae: 'MAE', explainedDeviance: 'explained deviance', poissonDeviance: 'Poisson deviance', calibrationSlope: 'calibration slope' };
const ALL = { ...METRICS, ...VALUES };
export const metric = (name) => ALL[name] ?? name;
export const share = (name) => !(name in VALUES);
/** How a metric's values are written. */
export const written = (name) => share(name) ? percent : digits;
/** The metrics that tables show; a result has more. */
export const shown = (metrics) => { const known = Object.keys(ALL).filter((name) => name in metrics); return known.length ? known : Object.keys(metrics); };

export function studyPage(main, id, { failed }) {
  const part = {};
  for (const name of ['head', 'notes', 'figures', 'results', 'progress', 'parties', 'data', 'protection', 'rounds', 'log', 'manifest']) {
    part[name] = h('section', {});
  }
  part.head.append(h('h1', {}, 'Study'), loading());
  main.replaceChildren(...Object.values(part));
  let skip = 0;
  let latest = null;

  async function load() {
    const study = await get(`/v1/studies/${id}/page`);
    latest = study;
    document.title = `${study.name}, ${study.state} – Parallax`;
    put(part.head, [study.state, study.name], () => head(study));
    put(part.notes, [study.state, study.note, study.waits], () => notes(study));
    put(part.figures, [study.parts, study.state], () => figures(study));
    put(part.results, study.result?.resultHash ?? '', () => study.result ? results(study) : null);
    put(part.progress, study.pictures, () => pictures(study));
    put(part.parties, [study.members, study.late, study.result?.resultHash], () => parties(study));
    put(part.data, study.facts, () => data(study));
    put(part.protection, study.outline, () => protection(study));
    put(part.log, study.log.length && study.log[0].number, () => log(study));
    put(part.manifest, study.id, () => manifest(study));
    await rounds();
  }

  async function rounds() {
    const some = latest.rounds ? await get(`/v1/studies/${id}/rounds?newest=25&skip=${skip}`) : [];
    put(part.rounds, [some, latest.rounds], () => [h('h2', {}, 'Rounds'), some.length ? [
      table([
        ['part', (r) => r.part, 'word'], ['round', (r) => number(r.number)], ['objective', (r) => objective(r.objective)],
        ['time', (r) => seconds(r.millis)], ['sent', (r) => bytes(r.up)], ['received', (r) => bytes(r.down)], ['when', (r) => time(r.at)],
      ], some, 'rows', 'rounds'),
      h('div', { class: 'pages' },
        h('span', {}, `${number(skip + 1)}–${number(skip + some.length)} of ${number(Math.max(latest.rounds, skip + some.length))}, the newest first`),
        h('button', { disabled: skip === 0, onclick: () => turn(-25) }, 'Newer'),
        h('button', { disabled: skip + 25 >= latest.rounds, onclick: () => turn(25) }, 'Older')),
    ] : ['refused', 'withdrawn'].includes(latest.state) ? empty('There were none') : empty('No rounds yet', 'They begin when every party’s owner has approved.')]);
  }
  const turn = (by) => { skip += by; rounds().catch((failure) => failed(failure, part.rounds)); };

  function head(study) {
    return h('div', { class: 'head' },
      h('div', {}, h('h1', {}, study.name), h('p', { class: 'soft' }, state(study.state), ' ',
        `${study.outline.title ?? study.method}, by ${study.owner}, submitted `, time(study.created))),
      h('div', { class: 'actions' },
        ['waiting', 'queued', 'running'].includes(study.state) && h('button', { class: 'danger', onclick: stop }, 'Stop'),
        ['stopped', 'failed'].includes(study.state) && h('button', { class: 'primary', onclick: () => steer('resume') }, 'Go on'),
        study.state === 'finished' && h('a', { class: 'button', href: `/v1/studies/${study.id}/report`, download: `${study.name}.html` }, 'Save report')));
  }

  async function stop() {
    const sure = await ask({ title: 'Stop this study?', text: ['It stops at the next border of a round and can go on later from there.'], action: 'Stop', danger: true });
    if (sure !== null) steer('stop');
  }

  async function steer(what) {
    try {
      await call('POST', `/v1/studies/${id}/${what}`);
      await refresh();
    } catch (failure) {
      failed(failure, part.notes);
    }
  }
  const { refresh, end } = live(`study=${id}`, load, (failure) => {
    if (failure.status === 404) main.replaceChildren(h('h1', {}, 'No such study'), empty('There is no such study of yours', h('a', { href: '#/studies' }, 'To the studies')));
    else failed(failure, part.notes);
  });
  return end;
}

const MEAN = 'mean of the parties';

function notes(study) {
  if (study.state === 'waiting') return note('wait', `Waits for the decision of ${study.waits.join(', ')}.`);
  if (study.state === 'running' && study.waits.length) return note('wait', `${study.waits.join(', ')} ${study.waits.length > 1 ? 'are' : 'is'} late; the round waits.`);
  if (study.outdated) return note('wait', 'Another version: ', 'the result was made by another version of Parallax, which this page cannot show; the HTTPS interface still serves it.');
  if (study.result?.missing?.length) return note('wait', 'Somebody was missing: ', study.result.missing.join(' '));
  if (study.note) return note(['failed', 'refused', 'withdrawn'].includes(study.state) ? 'bad' : 'wait', study.note);
  return null;
}

function figures(study) {
  const sum = (key) => study.parts.reduce((total, one) => total + one[key], 0);
  const rounds = sum('rounds');
  const now = study.parts.at(-1);
  const splits = study.parts.filter((one) => one.part.startsWith('split')).length;
  const metrics = study.result?.metrics ?? {};
  const accuracy = metrics.accuracy;
  const value = ['concordance', 'rSquared', 'explainedDeviance'].find((name) => name in metrics);
  return h('div', { class: 'figures' },
    accuracy && figure(`${percent(accuracy.mean)} %`, `accuracy ${study.result.clustered ? 'by the best match' : 'on held-out rows'}${study.result.splits > 1 ? `, sd ${percent(accuracy.sd)} over splits` : ''}`),
    value && figure(digits(metrics[value].mean), `${metric(value)} on held-out rows${study.result.splits > 1 ? `, sd ${digits(metrics[value].sd)} over splits` : ''}`),
    figure(number(rounds), `round${rounds === 1 ? '' : 's'}${study.outline.splits ? `, ${splits} of ${count(study.outline.splits, 'split')}` : ''}`),
    now && figure(objective(now.objective), `objective, ${now.part}`),
    rounds > 0 && figure(seconds(sum('millis') / rounds), 'a round, on average'),
    rounds > 0 && figure(bytes(Math.round(sum('up') / rounds)), 'sent by the parties a round'),
    figure(study.outline.aggregation ?? '–', 'sums'));
}

function results(study) {
  const { metrics, title, byParty: told, bySplit: splits } = study.result;
  const own = told[title]?.[MEAN];
  const names = shown(metrics);
  const rows = [[study.result.clustered ? 'all rows' : 'all held-out rows', metrics], ...(own ? [['mean of the parties', own]] : [])];
  const { sentence } = study.result; // a result of an earlier version has none
  return [h('h2', {}, 'Results'), sentence && h('p', { class: 'result' }, sentence), names.length ? [
    h('p', { class: 'soft' }, (names.every(share) ? '%, ' : '') + (splits.length > 1 ? `mean ± standard deviation over ${splits.length} splits` : 'of one split')),
    table([['', (r) => r[0], 'word'], ...names.map((n) => [metric(n), (r) => spread(r[1][n], splits.length, written(n))])], rows, 'stack', 'results'),
    ...comparisons(study.result).map((sentence) => h('p', { class: 'soft' }, sentence)),
    h('details', {}, h('summary', {}, `Split by split (${splits.length})`), h('div', {}, table([
      ['split', (s) => String(s.trial)], ...names.map((n) => [metric(n), (s) => n in s.metrics ? written(n)(s.metrics[n]) : '–']),
      ['rounds', (s) => number(s.rounds)], ['objective', (s) => objective(s.objective)], ['time', (s) => seconds(1000 * s.seconds)],
    ], splits, 'rows', 'splits'))),
    ...(names.every(share) ? byParty(study) : []), // a target is judged for all rows together
    ...coefficients(study.result.fit),
  ] : empty('No labels, so nothing to judge by')];
}

/** The coefficients that owners have allowed to be disclosed; else each party keeps its own. */
function coefficients(fit) {
  if (!fit) return [];
  const ratio = (c, value) => value == null ? '–' : digits(fit.ratio && c.column !== '(intercept)' ? Math.exp(value) : value);
  const rounded = (p) => p == null ? '–' : p < 0.001 ? '< 0.001' : p.toFixed(3);
  const whole = Object.entries(fit.figures).map(([name, value]) => `${name} ${Number(value.toPrecision(7))}`).join(', ');
  return [h('h3', {}, 'Coefficients'), fit.coefficients.length ? table([
    ['party', (c) => c.party, 'word'], ['view', (c) => c.view, 'word'], ['column', (c) => c.column, 'word'], ['coefficient', (c) => digits(c.value)],
    ...(fit.ratio ? [[fit.ratio, (c) => ratio(c, c.value)]] : []),
    ...(fit.penalised ? [] : [['95 % interval', (c) => c.low == null ? '–' : `${ratio(c, c.low)} to ${ratio(c, c.high)}`], ['standard error', (c) => digits(c.error)], ['p', (c) => rounded(c.p)]]),
  ], fit.coefficients, 'rows', 'coefficients') : h('p', { class: 'soft' }, 'Each party keeps the coefficients of its columns; ', h('code', {}, 'explain --model'), ' shows them there.'),
  h('p', { class: 'soft' }, whole && `The fit as a whole: ${whole}.`, fit.penalised && ' A penalty draws the coefficients to 0, so that intervals and tests do not apply.')];
}

/** The method minus everything that it is set beside, in sentences. */
function comparisons({ baselines, differences }) {
  const points = (share) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;
  return Object.entries(differences).filter(([, d]) => d.accuracy).map(([row, { accuracy: d }]) => (
    `${row}: ${percent(baselines[row].accuracy.mean)} % right, a difference of ${points(d.mean)} points` +
    (d.p === null ? '.' : `, 95 % interval ${points(d.low)} to ${points(d.high)}, by the corrected resampled t-test (Nadeau and Bengio 2003), since splits share rows.`)));
}

/** By party and view, or why not: each such number is one more thing that a party tells. */
function byParty(study) {
  const { byParty: told, title: method, traffic } = study.result;
  const rows = Object.entries(told).flatMap(([row, parties]) => Object.entries(parties).filter(([party]) => party !== MEAN).map(([party, metrics]) => (
    { party, view: row !== method ? row : study.outline.sites ? 'all views' : traffic[party]?.view ?? '', metrics })));
  const title = h('h3', {}, 'By party and view');
  if (rows.length) {
    const names = shown(Object.assign({}, ...rows.map((r) => r.metrics)));
    return [title, h('p', { class: 'soft' }, study.outline.sites
      ? 'On each party’s own held-out rows, with all views and with each alone, %.'
      : 'By what each view alone says of the held-out rows, %.'),
    table([['party', (r) => r.party, 'word'], ['view', (r) => r.view, 'word'], ...names.map((n) => [metric(n), (r) => spread(r.metrics[n], study.result.splits)])],
      rows, 'rows stack', 'results by party and view')];
  }
  if (study.result.clustered) return [];
  return [title, h('p', { class: 'soft' }, study.outline.byParty
    ? 'This method gives no scores by party or view.'
    : ['Not shown: each party’s number would be one more thing that it tells. A study asks for them with ',
      h('code', {}, 'evaluate: {by-party: true}'), '; its owners see that before they decide, and have to allow ',
      h('code', {}, study.outline.sites ? 'own-metrics' : 'view-guesses'), '.'])];
}

function pictures(study) {
  return study.pictures.length ? [h('h2', {}, 'Pictures'), h('div', { class: 'side big' }, study.pictures.map(picture)),
    h('p', { class: 'soft' }, 't-SNE of rows, searches over settings and each party’s contribution need all rows in one place; ',
      h('a', { href: '#/runs' }, 'simulations'), ' show them.')] : null;
}

function parties(study) {
  const told = Object.fromEntries((study.outline.parties ?? []).map((p) => [p.party, p]));
  const sent = (party, way) => study.result?.traffic?.[party]?.[way];
  const samples = Object.fromEntries((study.outline.parties ?? []).map((p, i) => [p.party, study.facts.samples?.[i]]));
  return [h('h2', {}, 'Parties'), table([
    ['party', (m) => m.party, 'word'],
    ['view', (m) => told[m.party]?.view ?? '', 'word'],
    ['labels', (m) => told[m.party]?.labels ? 'yes' : 'no', 'word'],
    ['decision', (m) => m.decision ? state(m.decision) : state('waiting'), 'word'],
    ['now', (m) => study.late.includes(m.party) ? 'late' : m.connected ? 'connected' : 'away', 'word'],
    ['rows', (m) => samples[m.party] === undefined ? '–' : number(samples[m.party])],
    ['sent', (m) => study.result ? bytes(sent(m.party, 'up')) : '–'],
    ['received', (m) => study.result ? bytes(sent(m.party, 'down')) : '–'],
  ], study.members, 'rows stack', 'parties')];
}

function data(study) {
  const { samples, classes } = study.facts;
  if (!samples) return [h('h2', {}, 'Data'), study.state === 'refused' ? empty('Nothing was told') : empty('Not known yet', 'The parties tell how many rows they have when the study begins.')];
  return [h('h2', {}, 'Data'),
    h('p', {}, study.outline.sites
      ? `${number(samples.reduce((a, b) => a + b, 0))} different people at ${samples.length} parties, in ${classes.length} classes: ${classes.join(', ')}.`
      : `${number(samples[0])} people in common, in the same order at all ${samples.length} parties${classes.length > 1 ? `; ${classes.length} classes: ${classes.join(', ')}` : ''}.`)];
}

function protection(study) {
  const { aggregation, robust, labelEpsilon, settings, rounds, tolerance, splits, seed } = study.outline;
  if (!aggregation) return null;
  return [h('h2', {}, 'Protection and settings'), h('dl', {},
    h('dt', {}, 'Sums'), h('dd', {}, aggregation !== 'plain'
      ? `${aggregation}: the coordinator sees only totals over the parties${aggregation === 'proved' ? ', and each party proves that what it adds is within the study’s limits' : ''}`
      : 'plain: used only in sum, but the coordinator could read each party’s numbers'),
    ['median', 'trimmed'].includes(robust) && [h('dt', {}, 'Of each number'), h('dd', {}, robust === 'median' ? 'the parties’ median' : 'the parties’ mean without the extremes')],
    labelEpsilon > 0 && [h('dt', {}, 'Labels'), h('dd', {}, `randomised once by their owner, ε = ${labelEpsilon}`)],
    h('dt', {}, 'Stops after'), h('dd', {}, `${count(rounds, 'round')} in each split, ${tolerance > 0 ? `or when the objective changes by less than ${small(tolerance)}` : 'whatever the objective does'}`),
    h('dt', {}, 'Splits'), h('dd', {}, `${splits}, from seed ${seed}`),
    h('dt', {}, 'Settings'), h('dd', {}, Object.entries(settings).map(([k, v]) => (typeof v === 'object' ? `${k} (${setting(v)})` : `${k} ${setting(v)}`)).join(', ')))];
}

function log(study) {
  return [h('h2', {}, 'Log'), study.log.length ? table([
    ['when', (e) => time(e.at), 'word'], ['who', (e) => e.who, 'word'],
    ['what', (e) => e.what.replaceAll(study.id, study.id.slice(0, 12)), 'wrap'], ['outcome', (e) => e.outcome, 'wrap'],
  ], study.log, 'rows stack', 'log') : empty('Nothing happened yet')];
}

function manifest(study) {
  return [h('h2', {}, 'Manifest'), h('p', { class: 'soft' }, 'What every party’s owner signs. Its hash is the study’s name between machines.'),
    h('dl', {}, h('dt', {}, 'Hash'), h('dd', {}, h('code', {}, study.id)), h('dt', {}, 'Version'), h('dd', {}, study.manifest.version),
      study.members.map((m) => [h('dt', {}, `Key of ${m.party}`), h('dd', {}, h('code', {}, m.fingerprint))])),
    h('details', {}, h('summary', {}, 'The study file'), h('div', {}, h('pre', { tabindex: '0' }, study.file)))];
}
