// Values of charts, under the pointer and by keyboard. It stands alone, so that reports can carry it.
// An element with data-tip is one point; a path with data-tips has one for each of its corners.

const places = new Map(); // where the keyboard was in each chart, also after it was drawn anew
let shown = null;
const tip = document.createElement('div');
tip.className = 'tip';
tip.hidden = true;
const spoken = document.createElement('div');
spoken.className = 'hidden';
spoken.setAttribute('aria-live', 'polite');
document.body.append(tip, spoken);

/** The series of a chart, each with its points in the chart's own units. */
function series(svg) {
  const all = [...svg.querySelectorAll('[data-tips]')].map((path) => {
    const texts = path.dataset.tips.split('|');
    return [...path.getAttribute('d').matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)]
      .map(([, x, y], i) => ({ x: Number(x), y: Number(y), text: `${path.dataset.name} ${texts[i]}` }));
  });
  const bars = [];
  for (const one of svg.querySelectorAll('[data-tip]')) {
    const box = one.getBBox();
    bars.push({ x: box.x + box.width / 2, y: box.y + box.height / 2, text: one.dataset.tip, bar: true });
  }
  return [...all, bars].filter((points) => points.length);
}

function show(svg, point, aloud) {
  hide();
  const mark = document.createElementNS(svg.namespaceURI, 'circle');
  mark.setAttribute('class', 'mark');
  mark.setAttribute('cx', point.x);
  mark.setAttribute('cy', point.y);
  mark.setAttribute('r', 5);
  svg.append(mark);
  shown = { svg, mark };
  tip.textContent = point.text;
  tip.hidden = false;
  const at = mark.getBoundingClientRect();
  const left = Math.min(Math.max(6, at.left + at.width / 2 - tip.offsetWidth / 2), document.documentElement.clientWidth - tip.offsetWidth - 6);
  tip.style.left = `${left + scrollX}px`;
  tip.style.top = `${(at.top < tip.offsetHeight + 8 ? at.bottom + 6 : at.top - tip.offsetHeight - 6) + scrollY}px`;
  if (aloud) spoken.textContent = point.text;
}

function hide() {
  shown?.mark.remove();
  shown = null;
  tip.hidden = true;
}

const chart = (target) => (target instanceof Element ? target.closest('svg.chart') : null);

document.addEventListener('pointermove', (event) => {
  const svg = chart(event.target);
  if (!svg) {
    if (shown && shown.svg !== document.activeElement) hide();
    return;
  }
  svg.querySelectorAll('title').forEach((title) => title.remove()); // else the browser shows them, too
  const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
  const x = (event.clientX - svg.getBoundingClientRect().left) * scale;
  const y = (event.clientY - svg.getBoundingClientRect().top) * scale;
  // of lines, what is above or below the pointer is near; of bars, what is beside it
  const far = (point) => point.bar ? Math.abs(point.y - y) : Math.hypot(3 * (point.x - x), point.y - y);
  const near = series(svg).flat().reduce((a, b) => (a && far(a) <= far(b) ? a : b), null);
  if (near) show(svg, near, false);
});

document.addEventListener('focusin', (event) => {
  const svg = chart(event.target);
  if (svg) move(svg, 0, 0);
});
document.addEventListener('focusout', (event) => { if (chart(event.target)) hide(); });

/** Along a series, or to the nearest point of another one. */
function move(svg, along, across) {
  const all = series(svg);
  if (!all.length) return;
  const key = svg.getAttribute('aria-label');
  let [line, point] = places.get(key) ?? [0, 0];
  line = Math.min(line, all.length - 1);
  const x = all[line][Math.min(point, all[line].length - 1)].x;
  if (across) {
    line = (line + across + all.length) % all.length;
    const away = all[line].map((one) => Math.abs(one.x - x));
    point = away.indexOf(Math.min(...away));
  }
  point = Math.min(Math.max(0, point + along), all[line].length - 1);
  places.set(key, [line, point]);
  show(svg, all[line][point], true);
}

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-Infinity, 0], End: [Infinity, 0] };
document.addEventListener('keydown', (event) => {
  const svg = chart(event.target);
  if (event.key === 'Escape') hide();
  if (!svg || !KEYS[event.key]) return;
  event.preventDefault();
  move(svg, ...KEYS[event.key]);
});
