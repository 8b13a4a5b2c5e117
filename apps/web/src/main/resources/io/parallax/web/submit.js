// A form for a study that is checked while it is filled in, and shows the file that it makes.
import { call, empty, get, h, loading, note } from './parallax.js';

export function submitPage(main, _, { failed }) {
  const body = h('div', {}, loading());
  main.replaceChildren(h('h1', {}, 'New study'), h('p', { class: 'soft' }, 'The form writes the study file; it is checked as you type by the code that also takes it.'), body);
  get('/v1/form').then((offer) => build(body, offer, failed)).catch((failure) => failed(failure, body));
}

function build(body, offer, failed) {
  if (offer.parties.length === 0) {
    body.replaceChildren(empty('No party has ever connected', 'A study names its parties; they have to come to this coordinator first.'));
    return;
  }
  const fields = {};
  const field = (key, label, control, hint) => {
    control.id = `f-${key.replaceAll('.', '-')}`;
    fields[key] = control;
    control.addEventListener('input', changed);
    return h('div', { class: 'field' }, h('label', { for: control.id }, label), control, hint ? h('small', {}, hint) : '');
  };
  const text = (value, more = {}) => h('input', { value, autocomplete: 'off', spellcheck: false, ...more });
  const select = (options, value) => h('select', {}, options.map(([key, name]) => h('option', { value: key, selected: key === value }, name)));

  const settings = h('div', { class: 'fields' });
  const about = h('p', { class: 'soft' });
  const parties = h('div', {});
  const yaml = h('textarea', { id: 'yaml', rows: 20, spellcheck: false, oninput: typed });
  const verdict = h('div', { 'aria-live': 'polite' });
  const submit = h('button', { class: 'primary', type: 'submit', disabled: true }, 'Submit study');
  const mode = h('div', {});
  let rows = [];
  let byHand = false;
  let timer;
  let count = 0;

  const named = offer.methods.find((m) => m.name === 'vfedmv') ?? offer.methods[0];
  const form = h('form', { class: 'split', onsubmit: send, novalidate: true },
    h('div', {},
      h('fieldset', {}, h('legend', {}, 'Study'), h('div', { class: 'fields' },
        field('study', 'Name', text('', { required: true, placeholder: 'mood-2026' }), 'Letters, digits, dots and dashes'),
        field('method', 'Method', select(offer.methods.map((m) => [m.name, m.title]), named.name)), mode), about),
      h('fieldset', {}, h('legend', {}, 'Parties'), parties, h('p', {}, h('button', { type: 'button', onclick: () => { addParty(); changed(); } }, 'Add a party'))),
      h('fieldset', {}, h('legend', {}, 'Settings'), settings),
      h('fieldset', {}, h('legend', {}, 'Judging and stopping'), h('div', { class: 'fields' },
        field('evaluate.test', 'Held-out share', text('0.2', { inputmode: 'decimal' }), 'Of every class, at random'),
        field('evaluate.repeats', 'Splits', text('5', { inputmode: 'numeric' })),
        field('stop.rounds', 'Rounds at most', text('50', { inputmode: 'numeric' })),
        field('stop.tolerance', 'Tolerance', text('1e-6', { inputmode: 'decimal' }), 'Stops when the objective changes by less'),
        field('seed', 'Seed', text('7', { inputmode: 'numeric' })),
        field('protection.aggregation', 'Sums', select([['', '(default)'], ['masked', 'masked'], ['plain', 'plain']], ''), 'Masked, from three parties on, hides each party’s numbers')))),
    h('aside', {}, h('div', { class: 'card' }, h('label', { for: 'yaml' }, 'The study file'), yaml, verdict, h('p', { class: 'actions' }, submit))));
  body.replaceChildren(form);
  for (let i = 0; i < Math.min(3, offer.parties.length); i++) addParty(offer.parties[i], i === 0);
  fields.method.addEventListener('input', methodChanged);
  methodChanged();

  function method() {
    return offer.methods.find((m) => m.name === fields.method.value);
  }

  function addParty(name = '', labels = false) {
    const row = {
      party: select([['', '(choose)'], ...offer.parties.map((p) => [p, p])], name),
      view: text('', { placeholder: 'view' }),
      labels: h('input', { type: 'checkbox', checked: labels }),
    };
    const n = ++count;
    for (const [key, control] of Object.entries(row)) {
      control.id = `p-${key}-${n}`;
      control.addEventListener('input', changed);
    }
    row.element = h('div', { class: 'fields', role: 'group', 'aria-label': `party ${n}` },
      h('div', { class: 'field' }, h('label', { for: row.party.id }, 'Party'), row.party),
      h('div', { class: 'field' }, h('label', { for: row.view.id }, 'View'), row.view, h('small', {}, 'As its file calls it')),
      h('div', { class: 'check' }, row.labels, h('label', { for: row.labels.id }, 'has the labels'),
        h('button', { type: 'button', class: 'plain', 'aria-label': `remove party ${n}`, onclick: () => { rows = rows.filter((r) => r !== row); row.element.remove(); changed(); } }, 'Remove')));
    rows.push(row);
    parties.append(row.element);
  }

  function methodChanged() {
    const m = method();
    about.textContent = m.summary;
    for (const key of Object.keys(fields)) if (key.startsWith('settings.') || key === 'mode' || key === 'clusters') delete fields[key];
    const modes = Object.keys(m.modes);
    mode.replaceChildren(...(modes.length ? [field('mode', 'Mode', select([['', '(default)'], ...modes.map((one) => [one, one])], ''), '')] : []),
      ...(m.clusters ? [field('clusters', 'Groups', text('2', { inputmode: 'numeric' }))] : []));
    settings.replaceChildren(...m.settings.map((s) => field(`settings.${s.name}`, s.name,
      s.words.length ? select([['', `${s.default} (default)`], ...s.words.map((w) => [w, w])], '') : text('', { placeholder: String(s.default) }), s.about)));
    changed();
  }

  function written() {
    const value = (key) => fields[key]?.value.trim() ?? '';
    const lines = [`study: ${value('study') || '""'}`, `method: ${value('method')}`];
    if (value('mode')) lines.push(`mode: ${value('mode')}`);
    if (value('clusters')) lines.push(`clusters: ${value('clusters')}`);
    const given = Object.keys(fields).filter((key) => key.startsWith('settings.') && value(key)).map((key) => `${key.slice(9)}: ${value(key)}`);
    if (given.length) lines.push(`settings: {${given.join(', ')}}`);
    if (value('protection.aggregation')) lines.push(`protection: {aggregation: ${value('protection.aggregation')}}`);
    lines.push('parties:');
    for (const r of rows) if (r.party.value) lines.push(`  ${r.party.value}: {view: ${r.view.value.trim() || '""'}${r.labels.checked ? ', labels: true' : ''}}`);
    if (!value('clusters')) lines.push(`evaluate: {split: stratified, test: ${value('evaluate.test')}, repeats: ${value('evaluate.repeats')}}`);
    lines.push(`stop: {rounds: ${value('stop.rounds')}, tolerance: ${value('stop.tolerance')}}`, `seed: ${value('seed')}`);
    return `${lines.join('\n')}\n`;
  }

  function changed() {
    byHand = false;
    yaml.value = written();
    later();
  }

  function typed() {
    byHand = true;
    later();
  }
  function later() {
    clearTimeout(timer);
    submit.disabled = true;
    timer = setTimeout(check, 200);
  }

  async function check() {
    const sent = yaml.value;
    try {
      const found = await call('POST', '/v1/check', sent);
      if (sent !== yaml.value) return;
      mark(found.good ? '' : found.error);
      submit.disabled = !found.good;
      verdict.replaceChildren(found.good
        ? note('good', `Ready: ${found.parties.length} parties will be asked.`)
        : note('wait', found.error.replace(/^the study:(\d+): /, 'Line $1: ').replace(/^the study: /, '')));
    } catch (failure) {
      mark('');
      if (failure.status === 400) verdict.replaceChildren(note('bad', failure.message));
      else failed(failure, verdict);
    }
  }

  /** The field that a complaint names. */
  function mark(error) {
    for (const control of Object.values(fields)) control.removeAttribute('aria-invalid');
    if (!error || byHand) return;
    const keys = Object.keys(fields).sort((a, b) => b.length - a.length);
    const key = keys.find((one) => error.includes(`${one} `) || error.includes(`'${one}'`)) ?? keys.find((one) => error.includes(`: ${one} `));
    if (key) fields[key].setAttribute('aria-invalid', 'true');
  }

  async function send(event) {
    event.preventDefault();
    submit.disabled = true;
    try {
      const study = await call('POST', '/v1/studies', yaml.value);
      location.hash = `#/study/${study.id}`;
    } catch (failure) {
      failed(failure, verdict);
    }
  }
}
