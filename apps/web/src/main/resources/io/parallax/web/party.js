// The owner's page of a party: decisions, policy, ledger.
import { decisions } from './decisions.js';
import { ledgerSection } from './ledger.js';
import { call, connection, empty, Failure, get, h, live, loading, mark, note, put} from './parallax.js';
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
  part.waiting.append(loading());
  main.replaceChildren(h('h1', {}, `Party ${owner.party}`), h('p', { class: 'soft' }, `Takes part in studies of ${owner.coordinator}. Nothing leaves that is not approved here and written down first.`), ...Object.values(part));
  const told = (failure) => failed(failure, part.notes);
  const ledger = ledgerSection(part.ledger, told);
  const { proposal, decided } = decisions(load, told, owner);

  async function load() {
    const party = await get('/v1/party');
    put(part.notes, party.connected, () => [
      owner.roles.includes('signer') ? null : note('wait', 'You may look here. Decisions need the role signer.'),
      party.connected ? null : note('wait', `The coordinator ${owner.coordinator} does not answer; this party tries again.`)]);
    const open = party.studies.filter((s) => s.objections);
    put(part.waiting, open, () => [h('h2', {}, 'Waiting for your decision'), open.length ? open.map(proposal) : empty('Nothing waits', 'Studies that name this party appear here.')]);
    const others = party.studies.filter((s) => !open.includes(s)).reverse();
    put(part.decided, others, () => others.length ? [h('h2', {}, 'Studies'), decided(others)] : null);
    put(part.policy, party.policy, () => policy(party.policy));
    await ledger();
  }

  end = live('of=party', load, told);
}

function failed(failure, place) {
  if (!(failure instanceof Failure)) throw failure;
  if (failure.status === 401) {
    owner = null;
    show(failure.message);
  } else if (failure.status === 0) {
    connection(false);
  } else {
    place.dataset.key = '';
    place.replaceChildren(note('bad', failure.message));
  }
}

const found = await session();
owner = found.person ?? null;
service = found.service;
show(found.why);
