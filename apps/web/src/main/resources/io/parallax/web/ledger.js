// The ledger of a party: what left it, study by study and entry by entry.
import { bytes, call, count, empty, Failure, get, h, note, number, put, table, time } from './parallax.js';

const KINDS = {
  labels: 'About labels', predictions: 'Predictions', method: 'Training', alignment: 'Alignment of ids', setup: 'Setup',
  catalogue: 'Shown to researchers', errors: 'Error messages', decisions: 'Decisions', notes: 'Notes of this party', masks: 'Mask keys',
};

/** Shows the ledger in a place; gives a function that loads the page of it that is looked at again. */
export function ledgerSection(place, failed) {
  const chosen = { study: '', kind: '', from: '', to: '' };
  let before = [0]; // where this page begins, and those before it
  let unfolded = false;
  let asked = 0; // answers to an older ask are dropped: the filters have changed since
  const head = h('div', {});
  const filters = h('div', { class: 'fields', role: 'group', 'aria-label': 'Filter of the ledger' });
  const wrong = h('div', { role: 'alert' });
  const files = h('p', { class: 'actions' },
    ['csv', 'json'].map((format) => h('button', { onclick: () => save(format) }, `Export ${format.toUpperCase()}`)));
  const summary = h('div', {});
  const entries = h('div', {});
  const choice = (key, label) => h('div', { class: 'field' }, h('label', { for: `ledger-${key}` }, label), select(key));
  const day = (key, label) => h('div', { class: 'field' }, h('label', { for: `ledger-${key}` }, label),
    h('input', { id: `ledger-${key}`, type: 'date', onchange: (e) => choose(key, e.target.value) }));

  function select(key) {
    return h('select', { id: `ledger-${key}`, onchange: (e) => choose(key, e.target.value) });
  }

  function choose(key, value) {
    chosen[key] = value;
    before = [0];
    load().catch(told);
  }

  const query = () => new URLSearchParams(Object.entries(chosen).filter(([, value]) => value)).toString();

  async function load() {
    asked += 1;
    const ask = asked;
    const found = await get(`/v1/ledger?before=${before.at(-1)}&${query()}`)
      .catch((failure) => { if (ask === asked) throw failure; });
    if (ask !== asked) return;
    draw(found);
    wrong.replaceChildren();
  }

  /** What a filter may do wrong is said beside it; the rest is the page's. */
  function told(failure) {
    if (failure instanceof Failure && failure.status === 400) wrong.replaceChildren(note('bad', failure.message));
    else failed(failure);
  }

  function draw(found) {
    if (!place.firstChild) {
      filters.append(choice('study', 'Study'), choice('kind', 'Kind'), day('from', 'From'), day('to', 'To'));
      place.append(head, filters, wrong, files, summary, entries);
    }
    const broken = found.fault !== '';
    put(head, [found.messages, found.fault, found.checked, found.from], () => [
      h('div', { class: 'head' }, h('h2', {}, 'Ledger'), h('div', { class: 'actions' },
        h('span', { class: `state ${broken ? 'broken' : 'unbroken'}` }, broken ? 'chain broken' : 'chain unbroken'),
        h('button', { onclick: verify }, 'Verify again'))),
      broken
        ? note('bad', found.fault, '. Somebody has touched the file, or a disk has; ask who, before anything else leaves.')
        : h('p', { class: 'soft' }, `${number(found.messages)} entries: what left this party, and what was spent on labels. `,
          found.from > 1 ? `Entries from ${number(found.from)} on were checked ` : 'All of them were checked ', time(found.checked), ', later ones as they came.'),
    ]);
    for (const part of [filters, files]) part.hidden = broken || found.messages === 0;
    options('study', 'All studies', found.choices.map((one) => [one.study, one.study ? `${one.name} (${one.study.slice(0, 8)})` : one.name]));
    options('kind', 'All kinds', found.kinds.map((kind) => [kind, KINDS[kind] ?? kind]));
    put(summary, [found.studies, found.more], () => broken ? null : found.studies.length ? [found.studies.map(study), found.more ? h('p', { class: 'soft' }, `Older: ${number(found.more)}; choose a study above to see it.`) : null]
      : found.messages ? empty('No entry is chosen', 'Choose another study, kind or day.') : empty('Nothing has left yet', 'The ledger begins with the first message.'));
    put(entries, [found.entries, found.chosen, before], () => found.entries.length ? list(found) : null);
  }

  function options(key, all, rows) {
    const field = filters.querySelector(`#ledger-${key}`);
    put(field, rows, () => [['', all], ...rows].map(([value, text]) => h('option', { value }, text)));
    field.value = chosen[key];
  }

  const list = (found) => h('details', { open: unfolded, ontoggle: (e) => { unfolded = e.target.open; } }, h('summary', {}, 'Entries, one by one'), table([
    ['number', (e) => number(e.number)], ['when', (e) => time(e.time), 'word'],
    ['message', (e) => e.text ? `${e.message}: ${e.text.slice(0, 80)}` : e.message, 'wrap'], ['who could read it', (e) => e.protection, 'wrap'],
    ['study', (e) => h('code', {}, e.study.slice(0, 8)), 'word'], ['part', (e) => e.part, 'word'], ['shape', (e) => e.shape.replaceAll('x', ' × '), 'word'],
    ['bytes', (e) => bytes(e.bytes)], ['SHA-256', (e) => h('code', {}, e.sha256.slice(0, 12)), 'word'],
  ], found.entries, 'rows stack', 'entries'), h('div', { class: 'pages' },
    h('span', {}, `${number(found.chosen)} ${found.chosen === 1 ? 'entry' : 'entries'} chosen, the newest first`),
    h('button', { disabled: before.length === 1, onclick: () => turn(before.slice(0, -1)) }, 'Newer'),
    h('button', { disabled: found.entries.length < found.page || found.entries.at(-1).number <= 1, onclick: () => turn([...before, found.entries.at(-1).number]) }, 'Older')));

  function turn(to) {
    before = to;
    load().catch(told);
  }

  async function verify() {
    try {
      await call('POST', '/v1/ledger/verify');
      await load();
    } catch (failure) {
      told(failure);
    }
  }

  /** Saves the chosen entries as a file; the node says why where it cannot. */
  async function save(format) {
    try {
      const reply = await fetch(`/v1/ledger/export?format=${format}&${query()}`, { headers: { 'X-Parallax': '1' }, credentials: 'same-origin' });
      if (!reply.ok) throw new Failure(reply.status, (await reply.json()).error);
      const link = h('a', { href: URL.createObjectURL(await reply.blob()), download: `ledger.${format}` });
      link.click();
      URL.revokeObjectURL(link.href);
      wrong.replaceChildren();
    } catch (failure) {
      told(failure instanceof Failure ? failure : new Failure(0, 'The node does not answer. Is it running?'));
    }
  }

  return () => load().catch(told);
}

/** What left in one study, the most delicate first, and the masks in one line. */
function study(one) {
  const days = one.first === one.last ? one.first : `${one.first} to ${one.last}`;
  const facts = [['Asked by', one.researcher], ['Decision', one.decision], ['Labels', one.labels]].filter(([, text]) => text);
  return h('article', { class: 'card', 'aria-label': `ledger of ${one.name}` },
    h('h3', {}, one.name, ' ', h('code', {}, one.study.slice(0, 8))), h('p', { class: 'soft' }, days),
    facts.length ? h('dl', {}, facts.map(([name, text]) => [h('dt', {}, name), h('dd', {}, text)])) : null,
    one.lines.length ? table([
      ['message', (l) => l.message, 'word'], ['what it tells', (l) => l.what, 'wrap'], ['who could read it', (l) => l.reader, 'wrap'],
      ['messages', (l) => number(l.messages)], ['bytes', (l) => bytes(l.bytes)],
    ], one.lines, 'rows stack', `what left in ${one.name}`) : null,
    one.masks.messages ? h('p', { class: 'soft' }, `Mask keys: ${count(one.masks.messages, 'message')}, ${bytes(one.masks.bytes)}; they tell nothing of rows.`) : null);
}
