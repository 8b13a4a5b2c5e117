// Who is here, how one gets in, and out again.
import { call, get, h, mark, note } from './parallax.js';

/** What a failed sign-in is told as; the node says which, and its log says more. */
const REFUSED = {
  cancelled: 'The sign-in was cancelled, or not granted.',
  stale: 'This sign-in took too long, was finished already, or was begun in another window. Begin again.',
  service: 'The sign-in service does not answer as it should. Try again later, or tell whoever runs this page.',
  invalid: 'What the sign-in service says about you cannot be trusted, so that you were not let in. Tell whoever runs this page.',
  role: 'The sign-in service knows you, but you have no role here. Ask whoever runs this page for one.',
  busy: 'There are too many sign-ins just now. Wait a minute.',
};

/** Who has signed in, by the link's token, which leaves the address at once, or by a cookie; else how one can. */
export async function session() {
  const refused = location.hash.match(/^#refused=(\w+)$/)?.[1];
  const token = location.hash.match(/^#token=(.+)$/)?.[1];
  if (refused || token) history.replaceState(null, '', location.pathname);
  let why = refused && (REFUSED[refused] ?? REFUSED.invalid);
  try {
    const found = token ? await call('POST', '/v1/session', decodeURIComponent(token)) : await get('/v1/session');
    return { person: found.name ? found : null, service: found.service, why };
  } catch (failure) {
    why = failure.message;
  }
  return { service: await service(), why };
}

/** The host that signs people in; the node has made the browser forget what is not valid any more. */
async function service() {
  try {
    return (await get('/v1/session')).service;
  } catch {
    return undefined;
  }
}

/** Signs out; what the page says then. */
export async function signOut() {
  const { service: host, leave } = await call('DELETE', '/v1/session');
  const more = host ? [` ${host} may still know you in this browser`, ...(leave ? [': ', h('a', { href: leave }, 'sign out there, too')] : []), '.'] : [];
  return note('good', 'You have signed out.', ...more);
}

/** The page for those who have not signed in; goes on when they have. */
export function signIn(main, where, done, why) {
  const field = h('input', { id: 'token', type: 'password', autocomplete: 'off', required: true, 'aria-describedby': 'how' });
  const answer = h('div', { role: 'alert' }, why instanceof Node ? why : why ? note('bad', why) : '');
  const enter = async (event) => {
    event.preventDefault();
    try {
      done(await call('POST', '/v1/session', field.value.trim()));
    } catch (failure) {
      answer.replaceChildren(note('bad', failure.message));
      field.setAttribute('aria-invalid', 'true');
      field.focus();
    }
  };
  const byToken = [
    h('p', {}, h('label', { for: 'token' }, 'Token'), field),
    h('div', { class: 'soft', id: 'how' }, where.how.map((one) => h('p', {}, one))),
    h('p', {}, h('button', { class: where.service ? null : 'primary' }, 'Sign in'))];
  const place = /^#[A-Za-z0-9/_.,-]{0,200}$/.test(location.hash) ? `?to=${encodeURIComponent(location.hash)}` : '';
  const other = where.service && h('a', { class: 'button primary', href: `/v1/sign-in${place}` }, `Sign in with ${where.service}`);
  main.replaceChildren(h('form', { class: 'card', id: 'sign-in', onsubmit: enter },
    mark(), h('h1', {}, 'Sign in'), h('p', { class: 'soft' }, where.about), answer,
    other ? [h('p', {}, other), h('details', {}, h('summary', {}, 'With a token'), h('div', {}, byToken))] : byToken));
  (other || field).focus();
}
