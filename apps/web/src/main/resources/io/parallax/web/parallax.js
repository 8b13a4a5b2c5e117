// What all pages are made of: elements, calls, events, numbers with their units.

/** An element with attributes and children; text is always text, never markup. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== 'string') element[name] = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** What the server has drawn: it escapes all text, and the page's policy runs no script in it. */
export function drawn(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

export class Failure extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

let acted = Date.now(); // when the person last did something
for (const name of ['pointerdown', 'keydown']) addEventListener(name, () => { acted = Date.now(); }, true);

/** Says to the node whose call it is: a page that loads by itself does not keep a session alive. */
const caller = () => ({ 'X-Parallax': Date.now() - acted < 60000 ? 'person' : 'page' });

/** Calls the node; what it answers as JSON. */
export async function call(method, path, body) {
  let reply;
  try {
    reply = await fetch(path, { method, body, headers: caller(), credentials: 'same-origin' });
  } catch {
    throw new Failure(0, 'The node does not answer. Is it running?');
  }
  const text = await reply.text();
  const content = text ? JSON.parse(text) : {};
  if (!reply.ok) throw new Failure(reply.status, content.error ?? `The node answered ${reply.status}.`);
  return content;
}

export const get = (path) => call('GET', path);

/**
 * Loads now and whenever the node says that something has changed, one load after the other, so that an older answer
 * never replaces a newer one. Gives what ends it, and what loads anew: a promise of a load that begins after the call.
 */
export function live(query, load, told = () => {}) {
  let ended = false;
  let going = null; // the load under way
  let next = null; // the one that follows it
  const attempt = async () => {
    try {
      if (!ended) await load();
    } catch (failure) {
      if (!ended) told(failure);
    }
  };
  const refresh = (pause = 0) => {
    if (!going) {
      going = attempt().finally(() => { going = null; });
      return going;
    }
    next ??= going.then(() => new Promise((later) => { setTimeout(later, pause); })).then(() => {
      next = null;
      return refresh();
    });
    return next;
  };
  let source;
  const open = () => {
    source = new EventSource(`/v1/events?${query}`);
    source.addEventListener('change', () => { connection(true); refresh(700); });
    source.onerror = () => {
      connection(false);
      if (source.readyState === EventSource.CLOSED && !ended) {
        refresh(700); // finds out whether the person may still look
        setTimeout(() => { if (!ended) open(); }, 1500);
      }
    };
  };
  refresh();
  open();
  return { refresh, end: () => { ended = true; source.close(); } };
}

/** Shows whether the page is up to date. */
export function connection(on) {
  for (const sign of document.querySelectorAll('.link')) {
    sign.classList.toggle('off', !on);
    const text = on ? 'Live' : 'Disconnected, trying again';
    if (sign.textContent !== text) sign.textContent = text;
  }
}

export const number = (value) => value.toLocaleString('en', { maximumFractionDigits: 0 });
export const percent = (value) => (100 * value).toFixed(2);

export function bytes(count) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let at = 0;
  while (count >= 1000 && at < units.length - 1) { count /= 1000; at++; }
  return `${at === 0 ? count : count.toFixed(count < 10 ? 2 : 1)} ${units[at]}`;
}

export function seconds(millis) {
  if (millis < 1000) return `${Math.round(millis)} ms`;
  if (millis < 120000) return `${(millis / 1000).toFixed(1)} s`;
  return `${Math.round(millis / 60000)} min`;
}

export function objective(value) {
  if (value === null || value === undefined) return '–';
  return Math.abs(value) >= 1e6 || (Math.abs(value) < 1e-3 && value !== 0) ? value.toExponential(4) : value.toLocaleString('en', { maximumSignificantDigits: 6 });
}

/** "1 split", "2 splits". */
export const count = (n, word) => `${number(n)} ${word}${n === 1 ? '' : 's'}`;

/** Mean ± standard deviation in percent; of one split, the value. */
export const spread = (m, splits = 2, text = percent) => !m ? '–' : splits === 1 ? text(m.mean) : `${text(m.mean)} ± ${text(m.sd)}`;
/** A number of any size, to four digits. */
export const digits = (value) => value == null ? '–' : Number(value.toPrecision(4)).toLocaleString('en', { maximumSignificantDigits: 4 });

/** A setting's value: a number, a word, or one of these for each view. */
export function setting(value) {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'object') return Object.entries(value).map(([view, one]) => `${view} ${setting(one)}`).join(', ');
  return typeof value === 'number' ? small(value) : String(value);
}

/** 0.000001 as 1e-6. */
export const small = (value) => Math.abs(value) < 1e-3 && value !== 0 ? value.toExponential().replace('.0e', 'e') : String(value);

/** A time as people say it, with the exact one behind it. */
export function time(iso) {
  if (!iso) return '';
  const date = new Date(iso);
  const text = date.toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  return h('time', { datetime: iso, title: date.toISOString() }, text);
}

/** The mark of the program; nothing where it cannot be had. */
export const mark = () => h('img', { src: '/icon.svg', alt: '', onerror: (event) => { event.target.hidden = true; } });

export const state = (word) => h('span', { class: `state ${word}` }, word);
export const note = (kind, ...content) => h('p', { class: `note ${kind}`, role: kind === 'bad' ? 'alert' : 'status' }, content);
export const empty = (title, ...more) => h('div', { class: 'empty' }, h('p', {}, h('strong', {}, title)), more.map((one) => h('p', {}, one)));
export const loading = () => h('div', { class: 'loading', role: 'status' }, h('span', { class: 'hidden' }, 'Loading'));
export const figure = (value, label) => h('div', { class: 'figure' }, h('b', {}, value), h('span', { class: 'soft' }, label));

/**
 * A table; a column is [name, what it shows of a row, 'word' | 'wrap' | undefined for numbers].
 */
export function table(columns, rows, kind = 'rows stack', caption = '') {
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption || 'table' },
    h('table', { class: kind },
      h('thead', {}, h('tr', {}, columns.map(([name, , type]) =>
        h('th', { scope: 'col', class: type ? 'word' : null }, name || h('span', { class: 'hidden' }, 'choose'))))),
      h('tbody', {}, rows.map((row) => h('tr', {}, columns.map(([name, of, type]) =>
        h('td', { 'data-name': name, class: type ? `word ${type}` : null }, of(row))))))));
}

export const picture = (one) => h('figure', { class: 'card' }, h('h3', {}, one.title), drawn(one.html), h('figcaption', {}, one.note));

/** Asks for a decision; what was typed, or null. */
export function ask({ title, text, field, day, action, danger }) {
  return new Promise((resolve) => {
    const input = day ? h('input', { id: 'asked', type: 'date' })
      : field ? h('input', { id: 'asked', maxlength: '200', required: true, autocomplete: 'off' }) : null;
    const form = h('form', { method: 'dialog', onsubmit: () => { resolve(input ? input.value : ''); } },
      h('h2', { id: 'asking' }, title),
      text.map((line) => h('p', {}, line)),
      input && [h('label', { for: 'asked' }, day ?? field), input],
      h('p', { class: 'actions' },
        h('button', { class: danger ? 'danger' : 'primary', type: 'submit' }, action),
        h('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel')));
    const dialog = h('dialog', { 'aria-labelledby': 'asking', onclose: () => { dialog.remove(); resolve(null); } }, form);
    document.body.append(dialog);
    dialog.showModal();
  });
}

const shown = new WeakMap(); // what an element was made of
const later = new Map(); // what waits until a click is over, by its place
let pressed = false;

addEventListener('pointerdown', () => { pressed = true; }, true);
for (const name of ['pointerup', 'pointercancel', 'blur']) addEventListener(name, () => { setTimeout(release, 300); }, true); // a tap's click comes later

function release() {
  pressed = false;
  const waiting = [...later.values()];
  later.clear();
  waiting.forEach((work) => work());
}

/** Does it now, or after a click that has begun: a button that is replaced in the middle of one would lose it. */
function unpressed(place, work) {
  later.delete(place);
  if (pressed) later.set(place, work);
  else work();
}

/** Replaces what is in an element only when it differs, so that nothing flickers or loses its place. */
export function put(place, key, make) {
  const text = JSON.stringify(key);
  unpressed(place, () => {
    if (shown.get(place) === text) return;
    shown.set(place, text);
    const was = focused(place);
    place.replaceChildren(...[make()].flat(2).filter(Boolean));
    focus(place, was);
  });
}

/** Makes sure that an element is filled anew. */
export const unput = (place) => shown.delete(place);

/** The same for a list of things with an id: only those that differ are replaced, and what was unfolded stays so. */
export function putEach(place, items, make) {
  unpressed(place, () => {
    const before = new Map([...place.children].map((one) => [one.dataset.item, one]));
    items.forEach((item, at) => {
      const text = JSON.stringify(item);
      const old = before.get(item.id);
      let one = old;
      if (!old || shown.get(old) !== text) {
        one = make(item);
        one.dataset.item = item.id;
        shown.set(one, text);
        if (old) exchange(old, one);
      }
      if (place.children[at] !== one) place.insertBefore(one, place.children[at] ?? null);
    });
    while (place.children.length > items.length) place.lastElementChild.remove();
  });
}

function exchange(old, one) {
  const folds = [...one.querySelectorAll('details')];
  const were = [...old.querySelectorAll('details')];
  if (folds.length === were.length) folds.forEach((fold, i) => { fold.open = were[i].open; });
  const was = focused(old);
  old.replaceWith(one);
  focus(one, was);
}

const label = (element) => element.getAttribute('aria-label') ?? element.textContent;

/** What has the focus in a place, as its kind and its name. */
function focused(place) {
  const active = document.activeElement;
  return active !== place && place.contains(active) ? [active.tagName, label(active)] : null;
}

function focus(place, was) {
  const same = was && [...place.querySelectorAll(was[0])].find((one) => label(one) === was[1]);
  same?.focus({ preventScroll: true });
}
