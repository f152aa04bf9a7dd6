import { element } from './element.js'
import { drawFlag } from './flag.js'

const isCalm = matchMedia('(prefers-reduced-motion: reduce)')

/**
 * Draws flags and scenes into a figure and animates them until the returned function is called. A picture with variants
 * gets a control to switch between them.
 */
export function showArtwork(figure, picture) {
  if (!picture.variants) return draw(figure, picture)
  let stop = () => {}
  const choose = (chosen) => {
    stop()
    stop = draw(figure, picture.variants[chosen])
    figure.append(switchBetween(picture.variants, chosen, choose))
  }
  choose(0)
  return () => stop()
}

function switchBetween(variants, chosen, choose) {
  const button = ({ name }, place) =>
    element('button', { type: 'button', 'aria-pressed': String(place === chosen), onclick: () => turnTo(place) }, name)
  const bar = element('div', { class: 'variants', role: 'group', 'aria-label': 'Välj bild' }, ...variants.map(button))
  const turnTo = (place) => {
    const { parentElement: figure } = bar
    choose(place)
    figure.querySelectorAll('.variants button')[place].focus()
  }
  return bar
}

function draw(figure, { flags = [], scene = '' }) {
  const drawn = flags.map(drawFlag)
  const cloths = element('div', { class: 'flags' }, ...drawn.map(({ svg }) => svg))
  const place = Object.assign(element('div', { class: 'scene' }), { innerHTML: scene })
  figure.replaceChildren(...(flags.length ? [cloths] : []), ...(scene ? [place] : []))
  figure.dataset.layout = flags.length && scene ? 'both' : scene ? 'scene' : 'flags'
  return wave(drawn)
}

function wave(drawn) {
  for (const [place, { move }] of drawn.entries()) move(place * 0.5 + 0.6)
  if (drawn.length === 0 || isCalm.matches) return () => {}
  let frame = requestAnimationFrame(function next(time) {
    for (const [place, { move }] of drawn.entries()) move(time / 1000 + place * 0.5)
    frame = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(frame)
}
