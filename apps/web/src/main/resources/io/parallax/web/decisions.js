// The studies of a party: what each asks for, who learns what, and the owner's decision about it.
import { ask, call, count, Failure, get, h, note, number, put, state, table, time } from './parallax.js';

const WAYS = { sum: 'leaves, used only in sum', shown: 'leaves, seen one by one', down: 'comes to the parties' };
const rounds = (study) => `at most ${number(study.rounds)} rounds in each of ${count(study.splits, 'training')}${study.model ? ' and for the model' : ''}: ${number(study.allRounds)} in all`;
const approved = (study) => ['approved', 'reserved', 'released'].includes(study.decision);
/** An approval that keeps the release of the result to the owner is an approval to whoever reads it. */
const word = (said) => said === 'reserved' ? 'approved' : said;
const names = (signatures) => signatures.map((one) => one.name).join(' and ');
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What was signed, by whom and when: "Approved by A and B, 18 Nov, 14:56; released by B, 19 Nov, 09:12". */
function signed(study) {
  if (!study.signatures.length) return [`${capital(word(study.decision))} `, time(study.at)];
  const words = [...new Set(study.signatures.map((one) => one.under))];
  return words.map((under, i) => {
    const group = study.signatures.filter((one) => one.under === under);
    return [`${i ? '; ' : ''}${i ? word(under) : capital(word(under))} by ${names(group)}, `, time(group.at(-1).at)];
  }).flat();
}


/** What was found out about a study's rows, by its hash; it is asked for once. */
const facts = new Map();

/** Results that wait for a release, by the study's hash. */
const results = new Map();

/**
 * @param refresh loads the page anew
 * @param failed shows why a decision failed; without a failure, nothing
 */
export function decisions(refresh, failed, person) {
  const signer = person.roles.includes('signer');

  function proposal(study) {
    return h('article', { class: 'card', 'aria-label': `study ${study.name}` },
      h('h3', {}, study.name), h('p', { class: 'soft' }, h('code', {}, study.id.slice(0, 12))),
      study.receivers && [content(study), people(study)],
      h('h4', {}, 'Your decision'),
      study.objections.length ? note('bad', 'Outside your policy: ', study.objections.join('; '), '.') : h('p', {}, 'The study is within the limits of your policy. That is no advice to approve it.'),
      study.ends && h('p', {}, `An approval ends ${study.ends}.`),
      study.signatures?.length > 0 && note('wait', `Signed by ${names(study.signatures)}. Another person must sign before it is approved.`),
      signer ? h('p', { class: 'actions' },
        h('button', { class: 'primary', 'data-approve': study.id, disabled: study.objections.length > 0 || !facts.has(study.id), onclick: () => approve(study) }, 'Approve'),
        h('button', { class: 'danger', onclick: () => refuse(study) }, 'Refuse'), h('a', { class: 'button', href: `/v1/dossier?study=${study.id}`, download: '' }, 'Save dossier'))
        : h('p', { class: 'soft' }, 'You may read this; deciding needs the role signer.'));
  }

  /** What a study asks for and who learns what, before and after the decision. */
  function content(study) {
    return [
      h('dl', {}, h('dt', {}, 'Purpose'), h('dd', {}, study.purpose), h('dt', {}, 'Asked by'), h('dd', {}, `${study.researcher}, as the coordinator says`),
        h('dt', {}, 'Parties'), h('dd', {}, study.parties.join(', '))),
      note(study.delicate ? 'bad' : 'good', study.labels),
      h('h4', {}, 'Who learns what'),
      ...study.receivers.map((receiver) => h('section', { class: 'receiver' },
        h('h5', {}, receiver.who),
        h('ul', {}, receiver.learns.map((text) => h('li', {}, text))),
        receiver.attacker && h('div', { 'data-attacker': receiver.attacker, 'data-of': study.id }),
        receiver.messages.length > 0 && h('details', {}, h('summary', {}, 'Message by message'),
          table([['message', (r) => r.message, 'word'], ['way', (r) => WAYS[r.way] ?? r.way, 'word'], ['reveals', (r) => r.what, 'wrap']], receiver.messages, 'rows stack', `messages: ${receiver.who}`)))),
      h('h4', {}, 'What the study does'),
      h('dl', {}, h('dt', {}, 'Method'), h('dd', {}, `${study.title} (${study.method})`), h('dt', {}, 'Rounds'), h('dd', {}, rounds(study)),
        h('dt', {}, 'Sums'), h('dd', {}, study.aggregation !== 'plain' ? `${study.aggregation}: the coordinator can read the total over all parties only${study.aggregation === 'proved' ? ', and all prove that what they add is limited' : ''}` : `${study.aggregation}: the coordinator could read each part`),
        h('dt', {}, 'Labels'), h('dd', {}, study.use),
        h('dt', {}, 'Judging'), h('dd', {}, study.judging.verdicts ? `${count(study.judging.verdicts, 'set')} of scores compared with this party’s labels; ${number(study.judging.before)} in other studies` : 'nothing is judged by this party’s labels'),
        study.unpinned.length > 0 && [h('dt', {}, 'Counts'), h('dd', {}, `how many rows a party has, and so how much it counts, is its own word: ${study.unpinned.join(', ')}`)],
        h('dt', {}, 'Views'), h('dd', {}, study.views.join(', ')),
        h('dt', {}, 'Columns'), h('dd', {}, study.columns.length ? study.columns.join(', ') : 'all that this party’s file offers for the view')),
      h('details', {}, h('summary', {}, 'The study file, word for word'), h('div', {}, h('pre', { tabindex: '0' }, study.text)))];
  }

  /** The rows that the study would use, and what attacks find on generated ones of the same shape. */
  function people(study) {
    const place = h('div', { 'data-rows': study.id }, h('p', { class: 'soft' }, 'Looking at the rows …'));
    const known = facts.get(study.id);
    if (known && !known.measuring) setTimeout(() => show(study, known, place));
    else look(study, place);
    return [h('h4', {}, 'This party’s people'), place];
  }

  async function look(study, place) {
    try {
      const found = await get(`/v1/facts?study=${study.id}`);
      facts.set(study.id, found);
      show(study, found, place);
      if (found.measuring) setTimeout(() => { if (place.isConnected) look(study, place); }, 2000);
    } catch (failure) {
      place.replaceChildren(note('bad', failure.message));
    }
  }

  function show(study, found, place) {
    place.replaceChildren(
      h('ul', {}, found.rows.map((rows) => h('li', {}, `${rows.view}: ${rows.count < 0 ? 'rows in the engine' : `${number(rows.count)} people`}`,
        rows.columns.length > 0 && [`, ${count(rows.columns.length, 'column')}: `, h('span', { class: 'soft' }, rows.columns.join(', '))]))),
      h('p', { class: 'soft' }, 'An approval is for these rows; if they change, the study stops here.'),
      found.unknown && note('wait', `Nothing was measured: ${found.unknown}.`));
    for (const button of document.querySelectorAll(`[data-approve="${study.id}"]`)) button.disabled = study.objections?.length > 0; // the rows are shown now
    for (const box of document.querySelectorAll(`[data-of="${study.id}"]`)) {
      const lines = found.measured[box.dataset.attacker] ?? [];
      box.replaceChildren(...(found.measuring ? [h('p', { class: 'soft', role: 'status' }, 'Attacks on generated rows of this shape are being measured …')]
        : lines.length ? [h('p', { class: 'soft' }, 'Measured on generated rows of this shape, none of yours (0 %: nothing was found; 100 %: all values themselves):'), h('ul', { class: 'measured' }, lines.map((text) => h('li', {}, text)))]
          : found.unknown ? [] : [h('p', { class: 'soft' }, 'None of the attacks that are measured applies to what this receiver is told. That proves nothing about others.')]));
    }
  }

  async function approve(study) {
    const seen = study.objections ? facts.get(study.id)?.seen : ''; // what is prolonged was seen before
    if (seen === undefined) {
      failed(new Failure(400, 'The rows that you would sign for have not been shown yet. Wait until they are.'));
      return;
    }
    const sure = await ask({
      title: `Approve ${study.name}?`, action: 'Approve and sign', day: 'Last day, in UTC (may be left out)',
      text: [study.labels, `You sign as ${person.name}, for: ${study.purpose}`,
        'You sign for the study and the rows as they are shown. The study starts when the last owner has approved; for this party it ends on the last day, or when you withdraw.'],
    });
    if (sure === null) return;
    const place = document.querySelector(`[data-rows="${study.id}"]`);
    if (!await decide(`/v1/approve?study=${study.id}&seen=${seen}`, sure) && place) look(study, place); // they may have changed
  }

  async function refuse(study) {
    const reason = await ask({ title: `Refuse ${study.name}?`, text: ['The study ends for all its parties. They see your reason.'], field: 'Reason', action: 'Refuse', danger: true });
    if (reason !== null) decide(`/v1/refuse?study=${study.id}`, reason);
  }

  async function withdraw(study) {
    const reason = await ask({ title: `Withdraw the approval of ${study.name}?`, text: ['This party answers nothing more in it, at once, and the study ends for all. What has left cannot be taken back. The others see your reason.'], field: 'Reason', action: 'Withdraw', danger: true });
    if (reason !== null) decide(`/v1/withdraw?study=${study.id}`, reason);
  }

  /** A result that the researcher does not see yet; it can be released when it was seen. */
  function held(study) {
    const place = h('div', {}, h('p', { class: 'soft' }, 'Fetching the result …'));
    const fill = (found) => put(place, found.hash, () => [h('pre', { tabindex: '0', class: 'scroll' }, found.text),
      signer && h('p', { class: 'actions' },
        h('button', { class: 'primary', onclick: () => release(study, found.hash) }, 'Release the result'),
        h('button', { class: 'danger', onclick: () => withhold(study) }, 'Withhold'))]);
    if (results.has(study.id)) fill(results.get(study.id));
    get(`/v1/result?study=${study.id}`).then((found) => { results.set(study.id, found); fill(found); })
      .catch((failure) => put(place, failure.message, () => note('bad', failure.message)));
    return [note('wait', 'The study has finished. The researcher sees the result when this party, and any other that decides about it, has released it.'), place];
  }

  async function release(study, hash) {
    const sure = await ask({ title: `Release the result of ${study.name}?`, action: 'Release and sign',
      text: [`${study.researcher} and all who may see the study see the result as it is shown. You sign as ${person.name}. This cannot be taken back.`] });
    if (sure !== null) decide(`/v1/release?study=${study.id}`, hash);
  }

  async function withhold(study) {
    const reason = await ask({ title: `Withhold the result of ${study.name}?`, text: ['Nobody sees the result, and no prediction is made with the model. The researcher and the other parties see your reason.'], field: 'Reason', action: 'Withhold', danger: true });
    if (reason !== null) decide(`/v1/withhold?study=${study.id}`, reason);
  }

  /** Sends a decision; whether it was taken. */
  async function decide(path, body) {
    failed(null);
    try {
      await call('POST', path, body);
    } catch (failure) {
      failed(failure);
      return false;
    }
    await refresh();
    return true;
  }

  /** A study that is decided: what was signed, by whom and when. */
  function decided(study) {
    return h('article', { class: 'card', 'aria-label': `study ${study.name}` },
      h('div', { class: 'head' }, h('div', {}, h('h3', {}, study.name), h('p', { class: 'soft' }, h('code', {}, study.id.slice(0, 12)), ' ', state(study.state))),
        h('div', { class: 'actions' }, study.decision ? state(word(study.decision)) : '', study.receivers && h('a', { class: 'button', href: `/v1/dossier?study=${study.id}`, download: '' }, 'Save dossier'),
          signer && approved(study) && study.until && h('button', { 'aria-label': `Prolong ${study.name}`, onclick: () => approve(study) }, 'Prolong'),
          signer && approved(study) && h('button', { class: 'danger', 'aria-label': `Withdraw ${study.name}`, onclick: () => withdraw(study) }, 'Withdraw'))),
      study.at && h('p', {}, signed(study), study.until ? `, until ${study.until}` : '', study.reason ? `: ${study.reason}` : '',
        study.rows.length ? `. Rows: ${study.rows.join('; ')}` : ''),
      study.further?.length > 0 && note('wait', `${study.further[0].under === 'released' ? 'Release' : 'Longer approval'} signed by ${names(study.further)}. Another person must sign before it is in force.`),
      study.decision === 'reserved' && study.state === 'held' && held(study),
      study.receivers && h('details', {}, h('summary', {}, 'What was decided about'), h('div', {}, content(study))));
  }
  return { proposal, decided };
}
