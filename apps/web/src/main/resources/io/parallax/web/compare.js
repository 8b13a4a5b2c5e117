// Studies beside each other, and runs in one process.
import { bytes, digits, drawn, empty, get, h, loading, number, picture, seconds, setting, spread, state, table, time } from './parallax.js';
import { metric, share, shown, written } from './study.js';

export function comparePage(main, ids, { failed }) {
  const body = h('div', {}, loading());
  main.replaceChildren(h('h1', {}, 'Compare'), body);
  (ids ? beside(body, ids) : choose(body)).catch((failure) => failed(failure, body));
}

async function choose(body) {
  const { studies } = await get('/v1/board?state=finished');
  if (studies.length < 2) {
    body.replaceChildren(empty('Fewer than two studies have finished', 'Finished ones can be put beside each other here.'));
    return;
  }
  const chosen = new Set();
  const go = h('button', { class: 'primary', disabled: true, onclick: () => { location.hash = `#/compare/${[...chosen].map((id) => id.slice(0, 16)).join(',')}`; } }, 'Compare');
  body.replaceChildren(h('p', { class: 'soft' }, 'Choose two to twelve finished studies.'),
    table([
      ['', (s) => h('input', {
        type: 'checkbox', 'aria-label': `compare ${s.name}`,
        onchange: (e) => { if (e.target.checked) chosen.add(s.id); else chosen.delete(s.id); go.disabled = chosen.size < 2 || chosen.size > 12; },
      }), 'word'],
      ['name', (s) => h('a', { href: `#/study/${s.id}` }, s.name), 'word'], ['method', (s) => s.method, 'word'],
      ['rounds', (s) => number(s.rounds)], ['submitted', (s) => time(s.created), 'word'],
    ], studies, 'rows stack', 'finished studies'), h('p', { class: 'actions' }, go));
}

async function beside(body, ids) {
  const { studies, pictures } = await get(`/v1/compare?ids=${encodeURIComponent(ids)}`);
  const results = studies.map((s) => s.result).filter(Boolean);
  const names = [...new Set(results.flatMap((r) => shown(r.metrics)))];
  const rows = [
    ...names.map((n) => [`${metric(n)}${share(n) ? ', %' : ''}`, (s) => spread(s.result?.metrics[n], s.result?.splits, written(n)), best(studies, n)]),
    ['rounds a split', (s) => s.result ? number(s.result.rounds) : '–'],
    ['time in all', (s) => s.result ? seconds(1000 * s.result.seconds) : '–'],
    ['sent in all', (s) => s.result ? bytes(s.result.bytesUp) : '–'],
    ['splits', (s) => s.result ? String(s.result.splits) : '–'],
    ['sums', (s) => s.outline.aggregation ?? '–'],
    ...settings(studies),
  ];
  body.replaceChildren(
    h('div', { class: 'side big' }, pictures.map(picture)),
    h('h2', {}, 'Numbers'),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'comparison' }, h('table', { class: 'rows stack' },
      h('thead', {}, h('tr', {}, h('td', { class: 'corner' }), studies.map((s) => h('th', { scope: 'col' }, h('a', { href: `#/study/${s.id}` }, s.name), h('br'), s.outline.title ?? s.method, ' ', s.result ? '' : state(s.state))))),
      h('tbody', {}, rows.map(([name, of, first]) => h('tr', {}, h('th', { scope: 'row' }, name), studies.map((s) => h('td', { 'data-name': s.name, class: 'long' }, first === s ? h('strong', {}, of(s)) : of(s)))))))),
    h('p', { class: 'soft' }, 'Mean ± standard deviation over the splits; the best mean is bold. Settings are shown where they differ.'),
    ...differences(studies));
}

/** Every study minus the first, where they hold out the same rows. */
function differences(studies) {
  const [first, ...others] = studies;
  const signed = (n, value) => (value === null ? '–' : `${value < 0 ? '−' : '+'}${share(n) ? (100 * Math.abs(value)).toFixed(2) : digits(Math.abs(value))}`);
  const rows = others.flatMap((s) => Object.entries(s.paired.differences).map(([n, d]) => ({ s, n, d })));
  const why = others.filter((s) => s.paired.why).map((s) => h('p', { class: 'soft' }, `No differences of ${s.name} and ${first.name}: ${s.paired.why}.`));
  if (!rows.length) return why;
  return [h('h2', {}, `Minus ${first.name}`), table([
    ['study', (r) => r.s.name, 'word'], ['metric', (r) => `${metric(r.n)}${share(r.n) ? ', points' : ''}`, 'word'], ['difference', (r) => signed(r.n, r.d.mean)],
    ['95 % interval', (r) => (r.d.low === null ? '–' : `${signed(r.n, r.d.low)} to ${signed(r.n, r.d.high)}`)], ['p', (r) => (r.d.p === null ? '–' : r.d.p < 0.001 ? '< 0.001' : r.d.p.toFixed(3))],
  ], rows, 'rows stack', 'differences'),
  h('p', { class: 'soft' }, 'On the same splits, as far as the coordinator can tell. Intervals and p by the corrected resampled t-test; each p is of one comparison.'), ...why];
}

function best(studies, name) {
  const with_ = studies.filter((s) => s.result?.metrics[name]);
  const sign = ['rmse', 'mae', 'poissonDeviance', 'integratedBrier'].includes(name) ? -1 : 1;
  return with_.length > 1 && name !== 'calibrationSlope' ? with_.reduce((a, b) => (sign * b.result.metrics[name].mean > sign * a.result.metrics[name].mean ? b : a)) : null;
}

function settings(studies) {
  const text = (s, key) => setting(s.outline.settings?.[key]);
  const keys = [...new Set(studies.flatMap((s) => Object.keys(s.outline.settings ?? {})))];
  return keys.filter((key) => new Set(studies.map((s) => text(s, key))).size > 1).map((key) => [key, (s) => text(s, key)]);
}

export function runsPage(main, _, { failed }) {
  const body = h('div', {}, loading());
  main.replaceChildren(h('h1', {}, 'Simulations'),
    h('p', { class: 'soft' }, 'Runs in one process and reproductions of the papers, from the folder that the coordinator’s file names as ', h('code', {}, 'runs'), '. They show what only a simulation can: t-SNE of the views, searches over settings, each party’s contribution.'), body);
  get('/v1/runs').then((runs) => body.replaceChildren(runs.length ? table([
    ['run', (r) => h('a', { href: `#/run/${encodeURIComponent(r.name)}` }, r.study || r.name), 'word'], ['what', (r) => r.what, 'wrap'],
    ['accuracy, %', (r) => spread(r.accuracy, r.splits)], ['finished', (r) => time(r.at), 'word'],
  ], runs, 'rows stack', 'runs') : empty('No runs to show', 'Name a folder of runs in the coordinator’s file: runs: FOLDER.')))
    .catch((failure) => failed(failure, body));
}

export function runPage(main, name, { failed }) {
  main.replaceChildren(h('h1', { class: 'hidden' }, name), loading());
  get(`/v1/run?name=${encodeURIComponent(name)}`)
    .then((run) => main.replaceChildren(h('p', {}, h('a', { href: '#/runs' }, 'All simulations')), drawn(run.html)))
    .catch((failure) => {
      if (failure.status === 404) main.replaceChildren(h('h1', {}, 'No such simulation'), empty('There is no such simulation', h('a', { href: '#/runs' }, 'All simulations')));
      else failed(failure, main);
    });
}
