import { portalOrigin } from './queue/portal-origin.ts'

/** Page to which a cmi5 unit returns: shows the text in the fragment and notifies the player. */
const text = document.createElement('p')
text.textContent = decodeURIComponent(location.hash.slice(1))
text.style.cssText = 'font: 1rem/1.5 system-ui, sans-serif; margin: 4rem 1rem; text-align: center'
document.body.appendChild(text)
document.title = text.textContent
// Only the end is sent; the player checks the sender.
if (parent !== window) parent.postMessage('portal:returned', portalOrigin())
