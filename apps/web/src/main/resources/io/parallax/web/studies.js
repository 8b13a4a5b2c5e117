// All studies: filter, state, who is waited for.
import { empty, get, h, live, loading, number, put, state, table, time } from './parallax.js';

const STATES = ['waiting', 'queued', 'running', 'finished', 'held', 'withheld', 'stopped', 'failed', 'refused', 'withdrawn'];

export function studiesPage(main, _, { person, failed }) {
  let wanted = '';
  let skip = 0;
  const chosen = new Set();
  const text = h('input', { id: 'filter', type: 'search', placeholder: 'Name, method or hash', oninput: later });
  const chips = h('div', { class: 'chips', role: 'group', 'aria-label': 'State' });
  const list = h('div', {}, loading());
  const compare = h('a', { class: 'button', hidden: true, href: '#/compare' }, 'Compare');
  main.replaceChildren(
    h('div', { class: 'head' }, h('h1', {}, 'Studies'),
      h('div', { class: 'actions' }, compare, person.roles.includes('researcher') && h('a', { class: 'button primary', href: '#/submit' }, 'New study'))),
    h('div', { class: 'bar-of-filters' }, h('label', { class: 'hidden', for: 'filter' }, 'Filter'), text, chips), list);
  let timer;
  function later() {
    clearTimeout(timer);
    timer = setTimeout(() => { skip = 0; refresh(); }, 200);
  }

  async function load() {
    const query = new URLSearchParams({ state: wanted, text: text.value.trim(), skip });
    const board = await get(`/v1/board?${query}`);
    const all = Object.values(board.counts).reduce((a, b) => a + b, 0);
    put(chips, [board.counts, wanted], () => [['', 'all', all], ...STATES.filter((s) => board.counts[s]).map((s) => [s, s, board.counts[s]])]
      .map(([value, name, count]) => h('button', {
        type: 'button', 'aria-pressed': String(wanted === value),
        onclick: () => { wanted = value; skip = 0; refresh(); },
      }, `${name} ${number(count)}`)));
    const total = wanted ? board.counts[wanted] ?? 0 : all;
    put(list, [board.studies, skip, total], () => board.studies.length ? [rows(board.studies), pages(total, board.page)] : nothing());
  }

  function nothing() {
    return wanted || text.value
      ? empty('No study fits', 'Choose another state, or filter for less.')
      : empty('No studies yet', person.roles.includes('researcher')
        ? h('a', { href: '#/submit' }, 'Submit the first one') : 'Researchers submit them.');
  }

  function rows(studies) {
    return table([
      ['name', (s) => h('a', { href: `#/study/${s.id}` }, s.name), 'word'],
      ['state', (s) => state(s.state), 'word'],
      ['waits for', (s) => s.waits.join(', '), 'word'],
      ['method', (s) => s.method, 'word'],
      ['rounds', (s) => number(s.rounds)],
      ['by', (s) => s.owner, 'word'],
      ['submitted', (s) => time(s.created), 'word'],
      ['compare', (s) => s.state === 'finished' ? box(s) : '', 'word'],
    ], studies, 'rows stack', 'studies');
  }

  function box(study) {
    return h('input', {
      type: 'checkbox', checked: chosen.has(study.id), 'aria-label': `compare ${study.name}`,
      onchange: (event) => {
        if (event.target.checked) chosen.add(study.id); else chosen.delete(study.id);
        compare.hidden = chosen.size < 2;
        compare.textContent = `Compare ${chosen.size}`;
        compare.href = `#/compare/${[...chosen].map((id) => id.slice(0, 16)).join(',')}`;
      },
    });
  }

  function pages(total, page) {
    if (total <= page) return null;
    const turn = (to) => { skip = to; refresh(); };
    return h('div', { class: 'pages' },
      h('span', {}, `${number(skip + 1)}–${number(Math.min(total, skip + page))} of ${number(total)}`),
      h('button', { disabled: skip === 0, onclick: () => turn(skip - page) }, 'Newer'),
      h('button', { disabled: skip + page >= total, onclick: () => turn(skip + page) }, 'Older'));
  }
  const { refresh, end } = live('of=studies', load, (failure) => failed(failure, list));
  return end;
}
