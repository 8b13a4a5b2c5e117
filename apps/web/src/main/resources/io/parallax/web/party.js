// The owner's page of a party: decisions, policy, ledger.
import { decisions } from './decisions.js';
import { ledgerSection } from './ledger.js';
import { connection, empty, Failure, get, h, live, loading, mark, note, put, putEach, unput } from './parallax.js';
import { session, signIn, signOut } from './signin.js';
import { policy } from './policy.js';

const main = document.getElementById('main');
const top = document.getElementById('top');
let owner = null;
let service;
let end = () => {};

function show(why) {
  end();
  end = () => {};
  if (!owner) {
    top.replaceChildren();
    signIn(main, {
      service,
      about: 'The page of this party, for its owner and for people whom the owner lets in.',
      how: ['Ask whoever runs this party’s machine for a link of your own, which signs in.',
        ['They make it there: ', h('code', {}, './parallax party page PARTY.yaml --for "YOUR NAME"')]],
    }, (who) => { owner = who; show(); }, why);
    return;
  }
  document.title = `${owner.party} – Parallax party`;
  top.replaceChildren(h('header', { class: 'top' }, h('div', {},
    h('a', { class: 'brand', href: '#main' }, mark(), owner.party),
    h('nav', { 'aria-label': 'Sections' }, [['waiting', 'Decisions'], ['policy', 'Policy'], ['ledger', 'Ledger']].map(([id, name]) =>
      h('a', { href: `#${id}`, onclick: (e) => { e.preventDefault(); document.getElementById(id).scrollIntoView(); document.getElementById(id).focus(); } }, name))),
    h('div', { class: 'who' }, h('span', { class: 'link', role: 'status' }, 'Live'), h('span', {}, owner.name, h('span', { class: 'soft' }, ` · ${[...owner.roles].sort().join(', ')}`)), h('button', { class: 'plain', onclick: leave }, 'Sign out')))));
  build();
}

async function leave() {
  const said = await signOut();
  owner = null;
  show(said);
}

function build() {
  const part = {};
  for (const name of ['notes', 'waiting', 'decided', 'policy', 'ledger']) part[name] = h('section', { id: name, tabindex: '-1' });
  main.replaceChildren(h('h1', {}, `Party ${owner.party}`), h('p', { class: 'soft' }, `Takes part in studies of ${owner.coordinator}. Nothing leaves that is not approved here and written down first.`), ...Object.values(part));
  const state = h('div', {});
  const wrong = h('div', {}); // stays until the next decision
  part.notes.append(state, wrong);
  const nothing = h('div', {}, loading());
  const open = h('div', {});
  part.waiting.append(h('h2', {}, 'Waiting for your decision'), nothing, open);
  const rest = h('div', {});
  part.decided.append(h('h2', {}, 'Studies'), rest);
  part.decided.hidden = true;
  const ledger = ledgerSection(part.ledger, (failure) => failed(failure, state));
  const { proposal, decided } = decisions(() => refresh(), mistaken, owner);

  function mistaken(failure) {
    wrong.replaceChildren();
    if (failure) {
      failed(failure, wrong);
      wrong.scrollIntoView({ block: 'center' });
    }
  }

  async function load() {
    const party = await get('/v1/party');
    const faults = [...party.health.why, ...party.health.soon].filter((text) => !/^(coordinator|decisions): /.test(text));
    put(state, [party.connected, faults], () => [
      ...faults.map((text) => note('wait', text)),
      owner.roles.includes('signer') ? null : note('wait', 'You may look here. Decisions need the role signer.'),
      party.connected ? null : note('wait', `The coordinator ${owner.coordinator} does not answer; this party tries again.`)]);
    const waiting = party.studies.filter((s) => s.objections);
    put(nothing, waiting.length, () => waiting.length ? null : empty('Nothing waits', 'Studies that name this party appear here.'));
    putEach(open, waiting, proposal);
    const others = party.studies.filter((s) => !waiting.includes(s)).reverse();
    putEach(rest, others, decided);
    part.decided.hidden = others.length === 0;
    put(part.policy, [party.policy, party.shown], () => policy(party.policy, party.shown));
    await ledger();
  }

  const { refresh, end: stop } = live('of=party', load, (failure) => failed(failure, state));
  end = stop;
}

function failed(failure, place) {
  if (!(failure instanceof Failure)) throw failure;
  if (failure.status === 401) {
    if (!owner) return; // signed out already
    owner = null;
    show(failure.message);
  } else if (failure.status === 0) {
    connection(false);
  } else {
    unput(place);
    place.replaceChildren(note('bad', failure.message));
  }
}

const found = await session();
owner = found.person ?? null;
service = found.service;
show(found.why);
