// The owner's page of a party: decisions, policy, ledger.
import { ask, bytes, call, connection, empty, Failure, get, h, live, loading, mark, note, number, put, session, signIn, state, table, time } from './parallax.js';

const main = document.getElementById('main');
const top = document.getElementById('top');
const WAYS = { sum: 'leaves, used only in sum', shown: 'leaves, seen one by one', down: 'comes to this party' };
let owner = null;
let end = () => {};

function show(why) {
  end();
  end = () => {};
  if (!owner) {
    top.replaceChildren();
    signIn(main, {
      about: 'The page of this party, for its owner. It is on this machine only.',
      how: 'The link that signs in is told by: ',
      command: './parallax party page PARTY.yaml',
    }, (who) => { owner = who; show(); }, why);
    return;
  }
  document.title = `${owner.party} – Parallax party`;
  top.replaceChildren(h('header', { class: 'top' }, h('div', {},
    h('a', { class: 'brand', href: '#main' }, mark(), owner.party),
    h('nav', { 'aria-label': 'Sections' }, [['waiting', 'Decisions'], ['policy', 'Policy'], ['ledger', 'Ledger']].map(([id, name]) =>
      h('a', { href: `#${id}`, onclick: (e) => { e.preventDefault(); document.getElementById(id).scrollIntoView(); document.getElementById(id).focus(); } }, name))),
    h('div', { class: 'who' }, h('span', { class: 'link', role: 'status' }, 'Live'), h('button', { class: 'plain', onclick: leave }, 'Sign out')))));
  build();
}

async function leave() {
  await call('DELETE', '/v1/session');
  owner = null;
  show('You have signed out.');
}

function build() {
  const part = {};
  for (const name of ['notes', 'waiting', 'decided', 'policy', 'ledger']) part[name] = h('section', { id: name, tabindex: '-1' });
  part.waiting.append(loading());
  main.replaceChildren(h('h1', {}, `Party ${owner.party}`), h('p', { class: 'soft' }, `Takes part in studies of ${owner.coordinator}. Nothing leaves that is not approved here and written down first.`), ...Object.values(part));
  let before = 0;
  let ledger = null;

  async function load() {
    const party = await get('/v1/party');
    put(part.notes, party.connected, () => party.connected ? null : note('wait', `The coordinator ${owner.coordinator} does not answer; this party tries again.`));
    const open = party.studies.filter((s) => s.objections);
    put(part.waiting, open, () => [h('h2', {}, 'Waiting for your decision'), open.length ? open.map(proposal) : empty('Nothing waits', 'Studies that name this party appear here.')]);
    const others = party.studies.filter((s) => !open.includes(s)).reverse();
    put(part.decided, others, () => others.length ? [h('h2', {}, 'Studies'), table([
      ['name', (s) => s.name, 'word'], ['asked by', (s) => s.researcher ?? '–', 'word'], ['your decision', (s) => s.decision ? state(s.decision) : '–', 'word'],
      ['when', (s) => s.at ? time(s.at) : '–', 'word'], ['until', (s) => s.until || '–', 'word'], ['rows', (s) => s.rows?.join('; ') || '–', 'wrap'],
      ['state', (s) => state(s.state), 'word'], ['hash', (s) => h('code', {}, s.id.slice(0, 12)), 'word'],
      ['', (s) => s.decision === 'approved' ? h('button', { class: 'danger', 'aria-label': `Withdraw ${s.name}`, onclick: () => withdraw(s) }, 'Withdraw') : '', 'word'],
    ], others, 'rows stack', 'studies')] : null);
    put(part.policy, party.policy, () => policy(party.policy));
    await turn(before);
  }

  async function turn(to) {
    before = to;
    draw(await get(`/v1/ledger?before=${before}`));
  }

  function draw(found) {
    ledger = found;
    put(part.ledger, [found, before], () => [
      h('div', { class: 'head' }, h('h2', {}, 'Ledger'), h('div', { class: 'actions' },
        h('span', { class: `state ${found.unbroken ? 'unbroken' : 'broken'}` }, found.unbroken ? 'chain unbroken' : 'chain broken'),
        h('button', { onclick: verify }, 'Verify again'))),
      found.unbroken
        ? h('p', { class: 'soft' }, `${number(found.messages)} entries: what left this party, and what was spent on labels. The whole chain was last checked `, time(found.checked), '.')
        : note('bad', found.fault, '. Somebody has touched the file, or a disk has; ask who, before anything else leaves.'),
      found.messages ? [h('h3', {}, 'What left, study by study'), table([
        ['message', (t) => t.message, 'word'], ['study', (t) => h('code', {}, t.study.slice(0, 12)), 'word'], ['who could read it', (t) => t.protection, 'wrap'],
        ['messages', (t) => number(t.messages)], ['bytes', (t) => bytes(t.bytes)],
      ], [...found.totals].reverse(), 'rows', 'what left'), h('h3', {}, 'Entries'), table([
        ['number', (e) => number(e.number)], ['when', (e) => time(e.time), 'word'], ['study', (e) => h('code', {}, e.study.slice(0, 12)), 'word'], ['part', (e) => e.part, 'word'],
        ['message', (e) => e.text ? `${e.message}: ${e.text.slice(0, 80)}` : e.message, 'word'], ['shape', (e) => e.shape.replaceAll('x', ' × '), 'word'], ['bytes', (e) => bytes(e.bytes)], ['SHA-256', (e) => h('code', {}, e.sha256.slice(0, 12)), 'word'],
      ], found.entries, 'rows', 'entries'), h('div', { class: 'pages' },
        h('span', {}, `${number(found.entries.at(-1)?.number ?? 0)}–${number(found.entries[0]?.number ?? 0)} of ${number(found.messages)}, the newest first`),
        h('button', { disabled: before === 0, onclick: () => move(Math.min(found.messages + 1, found.entries[0].number + found.page + 1)) }, 'Newer'),
        h('button', { disabled: (found.entries.at(-1)?.number ?? 1) <= 1, onclick: () => move(found.entries.at(-1).number) }, 'Older')),
      ] : empty('Nothing has left yet', 'The ledger begins with the first message.'),
    ]);
  }
  const move = (to) => turn(to > ledger.messages ? 0 : to).catch((failure) => failed(failure, part.notes));

  async function verify() {
    try {
      draw(await call('POST', '/v1/ledger/verify'));
    } catch (failure) {
      failed(failure, part.notes);
    }
  }

  function proposal(study) {
    const within = study.objections.length === 0;
    return h('article', { class: 'card', 'aria-label': `study ${study.name}` },
      h('div', { class: 'head' }, h('div', {}, h('h3', {}, study.name), h('p', { class: 'soft' }, h('code', {}, study.id.slice(0, 12)))),
        h('div', { class: 'actions' },
          h('button', { class: 'primary', disabled: !within, onclick: () => approve(study) }, 'Approve'),
          h('button', { class: 'danger', onclick: () => refuse(study) }, 'Refuse'))),
      within ? note('good', 'Within your policy.') : note('bad', 'Outside your policy: ', study.objections.join('; '), '.'),
      study.reveals && [
        h('dl', {}, h('dt', {}, 'Asked by'), h('dd', {}, `${study.researcher}, as the coordinator says`), h('dt', {}, 'Method'), h('dd', {}, `${study.title} (${study.method})`), h('dt', {}, 'Parties'), h('dd', {}, study.parties.join(', ')),
          h('dt', {}, 'Rounds'), h('dd', {}, rounds(study)),
          h('dt', {}, 'Sums'), h('dd', {}, study.aggregation === 'masked' ? 'masked: the coordinator can read the total over all parties only' : `${study.aggregation}: the coordinator could read each part`),
          study.leaving && [h('dt', {}, 'Absence'), h('dd', {}, study.leaving)],
          study.unpinned.length > 0 && [h('dt', {}, 'Rows'), h('dd', {}, `how many a party has, and so how much it counts, is its own word: ${study.unpinned.join(', ')}`)],
          h('dt', {}, 'Labels'), h('dd', {}, study.labels),
          h('dt', {}, 'Splits'), h('dd', {}, study.judging.verdicts ? `${number(study.judging.verdicts)} are judged by this party’s labels, and ${number(study.judging.before)} were in other studies` : 'none is judged by this party’s labels'),
          study.directions && [h('dt', {}, 'Directions'), h('dd', {}, study.directions)],
          study.predictions && [h('dt', {}, 'Predictions'), h('dd', {}, study.predictions)],
          h('dt', {}, 'Views'), h('dd', {}, study.views.join(', ')),
          h('dt', {}, 'Columns'), h('dd', {}, study.columns.length ? study.columns.join(', ') : 'all that this party’s file offers for the view')),
        h('h3', {}, 'What would be revealed'),
        table([['message', (r) => r.message, 'word'], ['way', (r) => WAYS[r.way] ?? r.way, 'word'], ['reveals', (r) => r.what, 'wrap']], study.reveals, 'rows stack', 'what would be revealed'),
        h('details', {}, h('summary', {}, 'The study file, word for word'), h('div', {}, h('pre', { tabindex: '0' }, study.text)))]);
  }

  async function approve(study) {
    const sure = await ask({
      title: `Approve ${study.name}?`, action: 'Approve and sign', day: 'Last day, in UTC (may be left out)',
      text: [`This party’s key signs the study as it is shown, asked by ${study.researcher}, with ${study.parties.length} parties and ${rounds(study)}.`,
        'It signs the rows as they are now, too: the study goes on with these only. It starts when the last owner has approved, and ends for this party when you withdraw.'],
    });
    if (sure !== null) decide(`/v1/approve?study=${study.id}`, sure);
  }

  async function refuse(study) {
    const reason = await ask({ title: `Refuse ${study.name}?`, text: ['The study ends for all its parties. They see your reason.'], field: 'Reason', action: 'Refuse', danger: true });
    if (reason !== null) decide(`/v1/refuse?study=${study.id}`, reason);
  }

  async function withdraw(study) {
    const reason = await ask({ title: `Withdraw the approval of ${study.name}?`, text: ['This party answers nothing more in it, at once, and the study ends for all. What has left cannot be taken back. The others see your reason.'], field: 'Reason', action: 'Withdraw', danger: true });
    if (reason !== null) decide(`/v1/withdraw?study=${study.id}`, reason);
  }

  async function decide(path, body) {
    try {
      await call('POST', path, body);
      await load();
    } catch (failure) {
      failed(failure, part.notes);
    }
  }
  end = live('of=party', load, (failure) => failed(failure, part.notes));
}

const rounds = (study) => `at most ${number(study.rounds)} rounds in each of ${number(study.splits)} splits${study.model ? ' and for the model' : ''}: ${number(study.allRounds)} in all`;

function policy(p) {
  const words = (list, otherwise) => list.length ? [...list].sort().join(', ') : otherwise;
  return [h('h2', {}, 'Policy'), h('p', { class: 'soft' }, 'What this party accepts at all, whatever a coordinator says. It stands in the party’s file and is enforced before any row is read.'),
    h('dl', {}, h('dt', {}, 'Methods'), h('dd', {}, words(p.methods, 'all')), h('dt', {}, 'Columns'), h('dd', {}, words(p.columns, 'all that the file offers')),
      h('dt', {}, 'Parties'), h('dd', {}, `at least ${p.minimumParties}`), h('dt', {}, 'People'), h('dd', {}, `at least ${number(p.minimumRows)} in common, or of this party’s own`),
      h('dt', {}, 'Counts'), h('dd', {}, p.pinnedRows ? 'the study says how many rows each party has' : 'how many rows a party has may be its own word'), h('dt', {}, 'Rounds'), h('dd', {}, `at most ${number(p.rounds)} in each split`),
      h('dt', {}, 'Sums'), h('dd', {}, p.aggregation === 'masked' ? 'masked only' : 'any: also studies in which the coordinator could read each part'),
      h('dt', {}, 'Labels'), h('dd', {}, p.labelEpsilonTotal > 0 && p.labelEpsilonTotal < Infinity ? `randomised, ε of all studies together at most ${p.labelEpsilonTotal}` : 'may be told as they are: there is no label-epsilon-total'),
      h('dt', {}, 'Splits'), h('dd', {}, `at most ${number(p.splits)} of all studies together are judged by the same labels`),
      h('dt', {}, 'Directions'), h('dd', {}, p.directions ? `at most ${number(p.directions)} in a study: combinations of all parties’ columns, told for every training row` : 'any number'),
      h('dt', {}, 'Predictions'), h('dd', {}, `others may ask for at most ${number(p.predictions.day)} people in a day, and for one person at most ${number(p.predictions.person)} times in 30 days`),
      h('dt', {}, 'Alignment'), h('dd', {}, p.alignMost.times ? `another party may bring ${number(p.alignMost.number)} times this party’s ids` : `another party may bring ${number(p.alignMost.number)} ids`),
      h('dt', {}, 'Studies'), h('dd', {}, p.studies.each ? `at most ${p.studies.each} of one researcher in ${p.studies.days} days` : 'any number'),
      h('dt', {}, 'Approvals'), h('dd', {}, p.approvalDays ? `end after ${p.approvalDays} days` : 'have no end unless you give them one'),
      h('dt', {}, 'Disclosures'), h('dd', {}, words(p.allow, 'none')),
      h('dt', {}, 'Approval'), h('dd', {}, p.automatic ? 'automatic, within this policy' : 'by you, study by study'))];
}

function failed(failure, place) {
  if (!(failure instanceof Failure)) throw failure;
  if (failure.status === 401) {
    owner = null;
    show('Sign in again.');
  } else if (failure.status === 0) {
    connection(false);
  } else {
    place.dataset.key = '';
    place.replaceChildren(note('bad', failure.message));
  }
}

try {
  owner = await session();
  show();
} catch (failure) {
  show(failure.status === 401 ? undefined : failure.message);
}
