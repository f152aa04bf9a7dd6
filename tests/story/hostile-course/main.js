import { attempts } from './attempts.js'
import { elsewhere } from './elsewhere.js'
import { scene } from './scene.js'

const launch = new URLSearchParams(location.search)

/**
 * Runs an attempt: what was reached and the content found there, or the refusal of browser or server in its own words.
 */
async function outcomeOf(name, attempt) {
  // What must succeed has the time that it needs on a slow machine.
  const patience = name.startsWith('own ') ? 45_000 : 4_000
  const late = new Promise((resolve) => setTimeout(resolve, patience, 'refused: nothing happened'))
  try {
    return await Promise.race([attempt({ ...scene, launch }), late])
  } catch (error) {
    return `refused: ${error?.name ?? error}`
  }
}

// A WebRTC attempt may crash the browser and lose the other answers, so those run separately.
const isLine = ([name]) => name.startsWith('a line between browsers')
const all = Object.entries({ ...attempts, ...elsewhere }).filter((attempt) => isLine(attempt) === Boolean(scene.lines))
// All at once, so that attempts without any result time out together.
const outcomes = await Promise.all(all.map(async ([name, attempt]) => [name, await outcomeOf(name, attempt)]))
document.querySelector('#report').textContent = JSON.stringify(Object.fromEntries(outcomes))

document.querySelector('#open').addEventListener('click', () => {
  const opened = [window.open(`${scene.portal}/profile`), window.open('window.html')]
  document.querySelector('#opened').textContent = String(opened.filter(Boolean).length)
})

// Sends messages in endless bursts of two thousand.
addEventListener('message', ({ data }) => {
  if (data !== 'storm') return
  const burst = () => {
    for (let one = 0; one < 2_000; one++) parent.postMessage({ kind: 'completed', state: 'x'.repeat(200), one }, '*')
    setTimeout(burst)
  }
  burst()
})
postMessage('storm', '*')
