import { attempts } from './attempts.js'
import { elsewhere } from './elsewhere.js'
import { scene } from './scene.js'

const launch = new URLSearchParams(location.search)

/** What was reached is told with what was found there; a browser or a server that says no is told in its words. */
async function outcomeOf(attempt) {
  const late = new Promise((resolve) => setTimeout(resolve, 4_000, 'refused: nothing happened'))
  try {
    return await Promise.race([attempt({ ...scene, launch }), late])
  } catch (error) {
    return `refused: ${error?.name ?? error}`
  }
}

// A browser may crash over a line between browsers, and take the answers of the others with it: those are tried alone.
const isLine = ([name]) => name.startsWith('a line between browsers')
const all = Object.entries({ ...attempts, ...elsewhere }).filter((attempt) => isLine(attempt) === Boolean(scene.lines))
// All at once, so that those which nothing happens to wait together.
const outcomes = await Promise.all(all.map(async ([name, attempt]) => [name, await outcomeOf(attempt)]))
document.querySelector('#report').textContent = JSON.stringify(Object.fromEntries(outcomes))

document.querySelector('#open').addEventListener('click', () => {
  const opened = [window.open(`${scene.portal}/profile`), window.open('window.html')]
  document.querySelector('#opened').textContent = String(opened.filter(Boolean).length)
})

// Half a million messages, and a frame that never rests.
addEventListener('message', ({ data }) => {
  if (data !== 'storm') return
  const burst = () => {
    for (let one = 0; one < 2_000; one++) parent.postMessage({ kind: 'completed', state: 'x'.repeat(200), one }, '*')
    setTimeout(burst)
  }
  burst()
})
postMessage('storm', '*')
