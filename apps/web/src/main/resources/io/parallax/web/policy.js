// The policy of a party, in words.
import { h, number } from './parallax.js';

export function policy(p, shown) {
  const words = (list, otherwise) => list.length ? [...list].sort().join(', ') : otherwise;
  return [h('h2', {}, 'Policy'), h('p', { class: 'soft' }, 'What this party accepts at all, whatever a coordinator says. It stands in the party’s file and is enforced before any row is read.'),
    h('dl', {}, h('dt', {}, 'Methods'), h('dd', {}, words(p.methods, 'all')), h('dt', {}, 'Columns'), h('dd', {}, words(p.columns, 'all that the file offers')),
      h('dt', {}, 'Parties'), h('dd', {}, `at least ${p.minimumParties}`), h('dt', {}, 'People'), h('dd', {}, `at least ${number(p.minimumRows)} in common, or of this party’s own`),
      h('dt', {}, 'Counts'), h('dd', {}, p.pinnedRows ? 'the study says how many rows each party has' : 'how many rows a party has may be its own word'), h('dt', {}, 'Rounds'), h('dd', {}, `at most ${number(p.rounds)} in each split`),
      h('dt', {}, 'Sums'), h('dd', {}, p.aggregation !== 'plain' ? `${p.aggregation} only` : 'any: also studies in which the coordinator could read each part'),
      h('dt', {}, 'Labels'), h('dd', {}, p.labelEpsilonTotal > 0 && p.labelEpsilonTotal < Infinity ? `randomised, ε of all studies together at most ${p.labelEpsilonTotal}` : 'may be told as they are: there is no label-epsilon-total'),
      h('dt', {}, 'Splits'), h('dd', {}, `at most ${number(p.splits)} of all studies together are judged by the same labels`),
      h('dt', {}, 'Directions'), h('dd', {}, p.directions ? `at most ${number(p.directions)} in a study: combinations of all parties’ columns, told for every training row` : 'any number'),
      h('dt', {}, 'Predictions'), h('dd', {}, `others may ask for at most ${number(p.predictions.day)} people in a day, and for one person at most ${number(p.predictions.person)} times in 30 days`),
      h('dt', {}, 'Alignment'), h('dd', {}, p.alignMost.times ? `another party may bring ${number(p.alignMost.number)} times this party’s ids` : `another party may bring ${number(p.alignMost.number)} ids`),
      h('dt', {}, 'Studies'), h('dd', {}, p.studies.each ? `at most ${p.studies.each} of one researcher in ${p.studies.days} days` : 'any number'),
      h('dt', {}, 'Approvals'), h('dd', {}, p.approvalDays ? `end after ${p.approvalDays} days` : 'have no end unless you give them one'),
      h('dt', {}, 'Signatures'), h('dd', {}, `${number(p.signers.needed)}${p.signers.names.length ? `, of ${words(p.signers.names)}` : ', of anybody who may sign here'}`),
      h('dt', {}, 'Results'), h('dd', {}, p.release ? 'are released by you before the researcher sees them' : 'go to the researcher when a study has finished'),
      h('dt', {}, 'Catalogue'), h('dd', {}, shown ? `researchers see: ${shown}` : 'researchers see no views, columns or numbers of rows'),
      h('dt', {}, 'Disclosures'), h('dd', {}, words(p.allow, 'none')),
      h('dt', {}, 'Approval'), h('dd', {}, p.automatic ? 'automatic, within this policy' : 'by you, study by study'))];
}
