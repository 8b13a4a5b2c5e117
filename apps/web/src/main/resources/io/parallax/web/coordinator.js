// The coordinator's dashboard: who is here, and which page the address names.
import { call, connection, count, empty, Failure, get, h, live, loading, mark, note, put, table, time } from './parallax.js';
import { session, signIn, signOut } from './signin.js';
import { comparePage, runPage, runsPage } from './compare.js';
import { studiesPage } from './studies.js';
import { studyPage } from './study.js';
import { submitPage } from './submit.js';

const main = document.getElementById('main');
const top = document.getElementById('top');
let person = null;
let service;
let end = () => {};

const PAGES = [
  ['studies', 'Studies', studiesPage],
  ['submit', 'New study', submitPage, 'researcher'],
  ['compare', 'Compare', comparePage],
  ['runs', 'Simulations', runsPage],
  ['activity', 'Activity', activityPage, 'operator'],
];
const OTHERS = { study: studyPage, run: runPage };

function frame(current) {
  const pages = PAGES.filter(([, , , role]) => !role || person.roles.includes(role));
  top.replaceChildren(h('header', { class: 'top' }, h('div', {},
    h('a', { class: 'brand', href: '#/studies' }, mark(), 'Parallax'),
    h('nav', { 'aria-label': 'Pages' }, pages.map(([name, title]) =>
      h('a', { href: `#/${name}`, 'aria-current': name === current ? 'page' : null }, title))),
    h('div', { class: 'who' },
      h('span', { class: 'link', role: 'status' }, 'Live'),
      h('span', {}, person.name, h('span', { class: 'soft' }, ` · ${[...person.roles].sort().join(', ')}`)),
      h('button', { class: 'plain', onclick: leave }, 'Sign out')))));
}

async function leave() {
  const said = await signOut();
  person = null;
  show(said);
}

function show(why) {
  end();
  end = () => {};
  if (!person) {
    top.replaceChildren();
    signIn(main, {
      about: 'The dashboard of this coordinator. Researchers see their own studies, operators all of them.',
      service,
      how: ['Ask an operator of this coordinator for a token. It begins with plx_, and the command line uses it, too.',
        ['Operators make it on the coordinator’s machine: ', h('code', {}, './parallax coordinator token add NAME --coordinator hub.yaml')]],
    }, (who) => { person = who; show(); }, why);
    return;
  }
  const [, name, rest] = location.hash.match(/^#\/(\w+)\/?(.*)$/) ?? [null, 'studies', ''];
  const page = PAGES.find(([one, , , role]) => one === name && (!role || person.roles.includes(role)))?.[2] ?? OTHERS[name];
  frame(OTHERS[name] ? (name === 'run' ? 'runs' : 'studies') : name);
  main.replaceChildren(loading());
  if (!page) {
    main.replaceChildren(h('h1', {}, 'There is no such page'), empty('Nothing here', h('a', { href: '#/studies' }, 'To the studies')));
    return;
  }
  end = page(main, decodeURIComponent(rest), { person, failed }) ?? (() => {});
  document.title = `${main.querySelector('h1')?.textContent ?? 'Parallax'} – Parallax`;
}

/** What has gone wrong, said in the page; a token that is over leads back to the sign-in. */
function failed(failure, place) {
  if (!(failure instanceof Failure)) throw failure;
  if (failure.status === 401) {
    if (!person) return; // signed out already
    person = null;
    show(failure.message);
  } else if (failure.status === 0) {
    connection(false);
  } else {
    place.replaceChildren(note('bad', failure.message));
  }
}

/** A text with the studies that it names as links. */
function linked(text) {
  return text.split(/([0-9a-f]{64})/).map((part, i) => (i % 2 ? h('a', { href: `#/study/${part}`, title: part }, part.slice(0, 12)) : part));
}

/** What needs somebody: first what keeps the coordinator from working. */
function faults({ why, soon }) {
  if (why.length + soon.length === 0) return note('good', 'All is well.');
  return [...why.map((text) => note('bad', text)), ...soon.map((text) => note('wait', text))];
}

function partyTable(parties) {
  return table([
    ['party', (p) => p.party, 'word'],
    ['state', (p) => (p.problem ? h('span', { class: 'state failed' }, 'cannot take part') : p.connected ? h('span', { class: 'state approved' }, 'connected') : h('span', { class: 'state waiting' }, 'away')), 'word'],
    ['here last', (p) => (p.connected ? 'now' : time(p.seen) || 'never'), 'word'],
    ['version', (p) => p.version || '–', 'word'],
    ['clock ahead', (p) => (p.connected ? `${(Math.round(10 * p.clockSeconds) / 10 + 0).toFixed(1)} s` : '–')],
    ['certificate', (p) => (p.certificateDays === null ? '–' : count(p.certificateDays, 'day'))],
  ], parties, 'rows stack', 'parties');
}

function activityPage(place, _, { failed: told }) {
  const state = h('div', {}, loading());
  const parties = h('div', {}, loading());
  const log = h('div', {}, loading());
  place.replaceChildren(h('h1', {}, 'Activity'), h('h2', {}, 'Health'), state, h('h2', {}, 'Parties'), parties, h('h2', {}, 'Audit log'),
    h('p', { class: 'soft' }, 'Who tried what, and what came of it; each entry is chained to the one before. The newest first.'), log);
  return live('of=activity', async () => {
    const health = await get('/v1/health');
    const entries = await get('/v1/audit?newest=100');
    put(state, [health.why, health.soon], () => faults(health));
    put(parties, health.parties, () => health.parties.length ? partyTable(health.parties) : empty('No party has ever connected'));
    put(log, entries.length && entries[0].number, () => table([
      ['number', (e) => String(e.number)], ['when', (e) => time(e.at), 'word'], ['who', (e) => e.who, 'word'],
      ['what', (e) => linked(e.what), 'wrap'], ['outcome', (e) => linked(e.outcome), 'wrap'],
    ], entries, 'rows stack', 'audit log'));
  }, (failure) => told(failure, log)).end;
}

addEventListener('hashchange', () => { show(); main.focus({ preventScroll: true }); scrollTo(0, 0); });
const found = await session();
person = found.person ?? null;
service = found.service;
show(found.why);
