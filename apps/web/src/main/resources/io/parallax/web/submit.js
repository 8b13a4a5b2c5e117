// A form for a study that is checked while it is filled in, and shows the file that it makes.
import { ask, call, empty, get, h, loading, note, setting } from './parallax.js';

const TOLD = ' Owners have to allow held-out-rows: they tell of labels.';
const SPLITS = [['random', 'a share at random', 'Of all rows, or of each party’s'], ['folds', 'each fold once', 'Each row is held out once'],
  ['stratified', 'a share of every class', TOLD], ['stratified-folds', 'each fold once, by class', TOLD],
  ['subjects', 'some subjects', `All rows of theirs.${TOLD}`], ['last', 'the last rows', `Of all; with a column, of every subject, and then:${TOLD}`],
  ['given', 'by a column', `The rows with one of its values.${TOLD}`]];
const UNIFORM = ['random', 'folds']; // go by what everybody knows
const BY_COLUMN = ['subjects', 'last', 'given'];
const FOLDED = ['folds', 'stratified-folds'];

export function submitPage(main, _, { failed }) {
  const body = h('div', {}, loading());
  main.replaceChildren(h('h1', {}, 'New study'), h('p', { class: 'soft' }, 'The form writes the study file; it is checked as you type by the code that also takes it.'), body);
  get('/v1/form').then((offer) => build(body, offer, failed)).catch((failure) => failed(failure, body));
}

/** As YAML takes it: words as they are, anything else in quotes. */
const quoted = (text) => /^[A-Za-z0-9][\w.+-]*$/.test(text) ? text : JSON.stringify(text);
const words = (text) => text.split(',').map((word) => word.trim()).filter(Boolean);

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
    return control.type === 'checkbox'
      ? h('div', { class: 'check' }, control, h('label', { for: control.id }, label))
      : h('div', { class: 'field' }, h('label', { for: control.id }, label), control, hint ? h('small', {}, hint) : '');
  };
  const text = (value, more = {}) => h('input', { value, autocomplete: 'off', spellcheck: false, ...more });
  const number = (value, more = {}) => text(value, { inputmode: 'decimal', ...more });
  const box = (checked) => h('input', { type: 'checkbox', checked });
  const select = (options, value) => h('select', {}, options.map(([key, name]) => h('option', { value: key, selected: key === value }, name)));
  const value = (key) => fields[key]?.closest('[hidden]') ? '' : fields[key]?.value.trim() ?? '';
  const ticked = (key) => fields[key] && !fields[key].closest('[hidden]') && fields[key].checked;

  const settings = h('div', { class: 'fields' });
  const about = h('p', { class: 'soft' });
  const parties = h('div', {});
  const views = h('div', {});
  const mode = h('div', {});
  const groups = h('div', {});
  const yaml = h('textarea', { id: 'yaml', rows: 20, spellcheck: false, oninput: typed });
  const verdict = h('div', { 'aria-live': 'polite' });
  const submit = h('button', { class: 'primary', type: 'submit', disabled: true }, 'Submit study');
  let members = [];
  let shared = [];
  let lines = [];
  let byHand = false;
  let asking = false;
  let timer;
  let made = 0;

  const named = offer.methods.find((m) => m.name === 'vfedmv') ?? offer.methods[0];
  const people = field('people', 'The parties hold', select([['same', 'the same people, each another view'], ['different', 'different people, all the same views']], 'same'));
  const viewSet = h('fieldset', {}, h('legend', {}, 'Views'), h('p', { class: 'soft' }, 'The views that every party has, as its file calls them. Columns are needed only where several views are in one file.'),
    views, h('p', {}, h('button', { type: 'button', onclick: () => { addView(); changed(); } }, 'Add a view')));
  const lost = field('stop.lost', 'If a party leaves', select([['', 'wait for it'], ['continue', 'go on without it']], ''), 'Where the method can do without it; sums are plain then, unless there are 4 parties or more');
  const form = h('form', { class: 'split', onsubmit: send, novalidate: true },
    h('div', {},
      h('fieldset', {}, h('legend', {}, 'Study'), h('div', { class: 'fields' },
        field('study', 'Name', text('', { required: true, placeholder: 'mood-2026' }), 'Letters, digits, dots and dashes'),
        field('purpose', 'Purpose', text('', { required: true, maxlength: '2000', placeholder: 'Which question, asked by whom, on what basis' }), 'Owners read it before they sign'),
        field('method', 'Method', select(offer.methods.map((m) => [m.name, m.title]), named.name)), mode, groups), about),
      h('fieldset', {}, h('legend', {}, 'Parties'), h('div', { class: 'lead' }, people), parties, h('p', {}, h('button', { type: 'button', onclick: () => { addParty(); changed(); } }, 'Add a party'))),
      viewSet,
      h('fieldset', {}, h('legend', {}, 'Settings'), settings),
      h('fieldset', {}, h('legend', {}, 'Judging'), h('div', { class: 'fields' },
        field('evaluate.split', 'Held out', select(SPLITS, 'random'), ' '),
        field('evaluate.column', 'Column', text('', { placeholder: 'subject' }), 'Of the file with the labels'),
        field('evaluate.test', 'Held-out share', number('0.2')),
        field('evaluate.folds', 'Folds', number('5')),
        field('evaluate.repeats', 'Splits', number('5')),
        field('evaluate.by-party', 'Metrics by party and view', box(false)))),
      h('fieldset', {}, h('legend', {}, 'Stopping'), h('div', { class: 'fields' },
        field('stop.rounds', 'Rounds at most', number('50')),
        field('stop.tolerance', 'Tolerance', number('1e-6'), 'Stops when the objective changes by less'),
        lost,
        field('seed', 'Seed', number('7')))),
      h('fieldset', {}, h('legend', {}, 'Protection and data'), h('div', { class: 'fields' },
        field('protection.aggregation', 'Sums', select([['', '(default)'], ['masked', 'masked'], ['proved', 'proved'], ['plain', 'plain'], ['median', 'median'], ['trimmed', 'trimmed mean']], ''), 'Masked, from three parties on, hides each party’s numbers'),
        field('protection.labels.epsilon', 'Epsilon of the labels', number('', { placeholder: 'none' }), 'Training labels are randomised once. Without it, others can read them in most methods'),
        field('align', 'Rows are found', select([['', 'privately'], ['none', 'as they are']], ''), 'Privately: no id is told; as they are: all hold the same rows'),
        field('missing', 'Missing cells', select([['', 'are an error'], ['mean', 'take the column’s mean']], '')),
        field('model', 'Keep a model of all rows', box(true)))),
      h('p', { class: 'soft' }, 'All else that a study file can say can be typed into the file.')),
    h('aside', {}, h('div', { class: 'card' }, h('label', { for: 'yaml' }, 'The study file'), yaml, verdict, h('p', { class: 'actions' }, submit))));
  body.replaceChildren(form);
  for (let i = 0; i < Math.min(3, offer.parties.length); i++) addParty(offer.parties[i], i === 0);
  addView();
  fields.method.addEventListener('input', methodChanged);
  for (const key of ['people', 'evaluate.split', 'stop.lost']) fields[key].addEventListener('input', shape);
  methodChanged();

  function method() {
    return offer.methods.find((m) => m.name === fields.method.value);
  }
  function apart() {
    return fields.people.value === 'different';
  }

  /** A line of the form with a button that takes it away. */
  function row(kind, list, controls, labels) {
    const n = ++made;
    for (const [key, control] of Object.entries(controls)) {
      control.id = `${kind}-${key}-${n}`;
      control.addEventListener('input', changed);
    }
    const remove = h('button', { type: 'button', class: 'plain', 'aria-label': `remove ${kind} ${n}`, onclick: () => { list().splice(list().indexOf(one), 1); one.element.remove(); changed(); } }, 'Remove');
    const one = { ...controls, element: h('div', { class: 'fields row', role: 'group', 'aria-label': `${kind} ${n}` }, labels(controls, remove)) };
    list().push(one);
    return one.element;
  }

  function addParty(name = '', labels = false) {
    parties.append(row('party', () => members, {
      party: select([['', '(choose)'], ...offer.parties.map((p) => [p, p])], name), view: text('', { placeholder: 'view', list: `views-${made + 1}` }), labels: box(labels),
    }, (c, remove) => [
      h('div', { class: 'field' }, h('label', { for: c.party.id }, 'Party'), c.party),
      h('div', { class: 'field same' }, h('label', { for: c.view.id }, 'View'), c.view, ...suggested(c)),
      h('div', { class: 'check' }, h('span', { class: 'check same' }, c.labels, h('label', { for: c.labels.id }, 'has the labels')), remove)]));
    shape();
  }

  /** The views that the chosen party shows, to choose from; any other name can be typed. */
  function suggested(c) {
    const list = h('datalist', { id: c.view.getAttribute('list') });
    const hint = h('small', {});
    const fill = () => {
      const views = offer.shown.find((one) => one.party === c.party.value)?.views ?? [];
      list.replaceChildren(...views.map((v) => h('option', { value: v.name }, v.rows ? `${v.rows} rows` : '')));
      hint.textContent = views.length ? `It shows ${views.map((v) => v.name).join(', ')}` : 'As its file calls it';
    };
    c.party.addEventListener('input', fill);
    fill();
    return [list, hint];
  }

  function addView() {
    views.append(row('view', () => shared, { view: text('', { placeholder: 'view' }), columns: text('', { placeholder: 'all of its own file' }) },
      (c, remove) => [
        h('div', { class: 'field' }, h('label', { for: c.view.id }, 'View'), c.view),
        h('div', { class: 'field' }, h('label', { for: c.columns.id }, 'Columns'), c.columns, h('small', {}, 'With commas between them')),
        h('div', { class: 'check' }, remove)]));
  }

  function methodChanged() {
    const m = method();
    about.textContent = m.summary;
    for (const key of Object.keys(fields)) if (key.startsWith('settings.') || key === 'mode' || key === 'clusters') delete fields[key];
    const modes = Object.entries(m.modes);
    const explain = h('small', {});
    const chosen = select([['', modes.length ? `${modes[0][0]} (default)` : ''], ...modes.slice(1).map(([one]) => [one, one])], '');
    chosen.addEventListener('input', () => { explain.textContent = m.modes[chosen.value || modes[0][0]]; });
    if (modes.length) explain.textContent = modes[0][1];
    mode.replaceChildren(...(modes.length ? [field('mode', 'Mode', chosen), explain] : []));
    mode.className = 'field';
    mode.hidden = !modes.length;
    groups.replaceChildren(...(m.clusters ? [field('clusters', 'Groups', number('2'))] : []));
    groups.hidden = !m.clusters;
    settings.replaceChildren(...m.settings.map((s) => field(`settings.${s.name}`, s.name,
      s.words.length ? select([['', `${s.default} (default)`], ...s.words.filter((w) => w !== String(s.default)).map((w) => [w, w])], '') : text('', { placeholder: setting(s.default) }), s.about)));
    for (const [name, value] of Object.entries(m.preset)) fields[`settings.${name}`].value = String(value).toLowerCase();
    fields.people.value = m.samePeople ? 'same' : 'different';
    shape();
    changed();
  }

  /** Shows what goes with the choices made, and hides what does not. */
  function shape() {
    const show = (key, on) => { fields[key].closest('.field, .check').hidden = !on; };
    for (const one of form.querySelectorAll('.same')) one.hidden = apart();
    viewSet.hidden = !apart();
    const grouped = method()?.clusters;
    for (const option of fields['evaluate.split'].options) option.hidden = apart() && !UNIFORM.includes(option.value);
    if (apart() && !UNIFORM.includes(fields['evaluate.split'].value)) fields['evaluate.split'].value = 'random';
    const split = fields['evaluate.split'].value;
    fields['evaluate.split'].nextElementSibling.textContent = SPLITS.find(([key]) => key === split)[2];
    show('evaluate.split', !grouped);
    show('evaluate.column', !grouped && BY_COLUMN.includes(split));
    show('evaluate.test', !grouped && !FOLDED.includes(split));
    fields['evaluate.test'].previousElementSibling.textContent = split === 'given' ? 'Its value that means held out' : 'Held-out share';
    show('evaluate.folds', !grouped && FOLDED.includes(split));
    show('evaluate.repeats', !FOLDED.includes(split) || grouped);
    fields['evaluate.repeats'].previousElementSibling.textContent = grouped ? 'Seeds' : 'Splits';
    show('evaluate.by-party', !grouped);
    show('model', !grouped);
    show('align', !apart());
    show('protection.labels.epsilon', !grouped);
    for (const option of fields['protection.aggregation'].options) option.hidden = !apart() && ['median', 'trimmed'].includes(option.value);
    if (!apart() && ['median', 'trimmed'].includes(fields['protection.aggregation'].value)) fields['protection.aggregation'].value = '';
  }

  /** The file, and for each of its lines what it is made of. */
  function written() {
    lines = [];
    const line = (content, ...controls) => lines.push([content, controls.flat().filter(Boolean)]);
    const map = (...keys) => keys.filter(([, v]) => v).map(([k, v]) => `${k}: ${v}`).join(', ');
    line(`study: ${quoted(value('study'))}`, fields.study);
    line(`purpose: ${JSON.stringify(value('purpose'))}`, fields.purpose);
    line(`method: ${value('method')}`, fields.method);
    if (value('mode')) line(`mode: ${value('mode')}`, fields.mode);
    if (fields.clusters) line(`clusters: ${value('clusters')}`, fields.clusters);
    const given = Object.keys(fields).filter((key) => key.startsWith('settings.') && value(key));
    if (given.length) line(`settings: {${given.map((key) => `${key.slice(9)}: ${value(key)}`).join(', ')}}`, given.map((key) => fields[key]));
    const epsilon = value('protection.labels.epsilon');
    const protection = map(['aggregation', value('protection.aggregation')], ['labels', epsilon && `{epsilon: ${epsilon}}`]);
    if (protection) line(`protection: {${protection}}`, fields['protection.aggregation']);
    if (value('align')) line(`align: ${value('align')}`, fields.align);
    if (value('missing')) line(`missing: ${value('missing')}`, fields.missing);
    if (apart()) writeViews(line);
    line('parties:', members[0]?.party);
    for (const one of members.filter((m) => m.party.value)) {
      line(`  ${one.party.value}: ${apart() ? '{}' : `{view: ${quoted(one.view.value.trim())}${one.labels.checked ? ', labels: true' : ''}}`}`, one.view, one.party);
    }
    const split = value('evaluate.split');
    line(`evaluate: {${map(['split', split], ['column', value('evaluate.column')], ['test', value('evaluate.test')], ['folds', value('evaluate.folds')],
      ['repeats', value('evaluate.repeats')], ['by-party', ticked('evaluate.by-party') && 'true'])}}`, fields['evaluate.split']);
    line(`stop: {${map(['rounds', value('stop.rounds')], ['tolerance', value('stop.tolerance')], ['lost', value('stop.lost')])}}`, fields['stop.rounds']);
    if (!method().clusters && !ticked('model')) line('model: false', fields.model);
    line(`seed: ${value('seed')}`, fields.seed);
    return `${lines.map(([content]) => content).join('\n')}\n`;
  }

  function writeViews(line) {
    const used = shared.filter((one) => one.view.value.trim() || one === shared[0]);
    if (used.some((one) => one.columns.value.trim())) {
      line('views:');
      for (const one of used) line(`  ${quoted(one.view.value.trim())}: [${words(one.columns.value).map(quoted).join(', ')}]`, one.columns, one.view);
    } else {
      line(`views: [${used.map((one) => quoted(one.view.value.trim())).join(', ')}]`, used.map((one) => one.view));
    }
  }

  async function changed() {
    if (asking) return;
    if (byHand) {
      asking = true;
      const sure = await ask({ title: 'Write the file anew?', text: ['You have typed into the study file. The form writes it anew, and that is lost.'], action: 'Write it anew' });
      asking = false;
      if (sure === null) return;
    }
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
      if (sent !== yaml.value || !form.isConnected) return;
      mark(found.good ? '' : found.error);
      submit.disabled = !found.good;
      verdict.replaceChildren(found.good
        ? note('good', `Ready: ${found.parties.length === 1 ? '1 party' : `${found.parties.length} parties`} will be asked.`)
        : note('wait', missing() ?? found.error.replace(/^the study:(\d+): /, 'Line $1: ').replace(/^the study: /, '')));
    } catch (failure) {
      mark('');
      if (failure.status === 400) verdict.replaceChildren(note('bad', failure.message));
      else failed(failure, verdict);
    }
  }

  /** Where nothing has been filled in yet, that is all there is to say. */
  function missing() {
    const control = form.querySelector('input[aria-invalid]');
    return control && !control.value.trim() ? `${control.labels[0].textContent} is empty; fill it in.` : null;
  }

  /** The field that a complaint names, else the one that wrote the line. */
  function mark(error) {
    for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
    if (!error || byHand) return;
    const keys = Object.keys(fields).sort((a, b) => b.length - a.length);
    const key = keys.find((one) => error.includes(`${one} `) || error.includes(`'${one}'`));
    const line = Number(error.match(/^the study:(\d+): /)?.[1]);
    const control = key ? fields[key] : lines[line - 1]?.[1][0];
    control?.setAttribute('aria-invalid', 'true');
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
