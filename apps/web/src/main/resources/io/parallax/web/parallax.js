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

/** Calls the node; what it answers as JSON. */
export async function call(method, path, body) {
  let reply;
  try {
    reply = await fetch(path, { method, body, headers: { 'X-Parallax': '1' }, credentials: 'same-origin' });
  } catch {
    throw new Failure(0, 'The node does not answer. Is it running?');
  }
  const text = await reply.text();
  const content = text ? JSON.parse(text) : {};
  if (!reply.ok) throw new Failure(reply.status, content.error ?? `The node answered ${reply.status}.`);
  return content;
}

export const get = (path) => call('GET', path);

/** Loads now and whenever the node says that something has changed; gives a function that ends it. */
export function live(query, load, told = () => {}) {
  let busy = false;
  let again = false;
  let ended = false;
  const run = async () => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      if (!ended) await load();
    } catch (failure) {
      if (!ended) told(failure);
    }
    busy = false;
    if (again && !ended) {
      again = false;
      setTimeout(run, 700);
    }
  };
  let source;
  const open = () => {
    source = new EventSource(`/v1/events?${query}`);
    source.addEventListener('change', () => { connection(true); run(); });
    source.onerror = () => {
      connection(false);
      if (source.readyState === EventSource.CLOSED && !ended) {
        run(); // finds out whether the person may still look
        setTimeout(() => { if (!ended) open(); }, 1500);
      }
    };
  };
  run();
  open();
  return () => { ended = true; source.close(); };
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

/** Replaces what is in an element only when it differs, so that nothing flickers or loses its place. */
export function put(place, key, make) {
  const text = JSON.stringify(key);
  if (place.dataset.key !== text) {
    place.dataset.key = text;
    const chart = place.contains(document.activeElement) && document.activeElement.closest('svg.chart')?.getAttribute('aria-label');
    place.replaceChildren(...[make()].flat(2).filter(Boolean));
    if (chart) place.querySelector(`svg.chart[aria-label="${CSS.escape(chart)}"]`)?.focus({ preventScroll: true });
  }
}
