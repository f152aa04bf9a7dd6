import { portalOrigin } from './keeping/portal-origin.ts'

/** Where a unit of cmi5 goes when it is over: says so in the words of the fragment, and to the player around it. */
const text = document.createElement('p')
text.textContent = decodeURIComponent(location.hash.slice(1))
text.style.cssText = 'font: 1rem/1.5 system-ui, sans-serif; margin: 4rem 1rem; text-align: center'
document.body.appendChild(text)
document.title = text.textContent
// Nothing is told but that it is over; the player asks who says so.
if (parent !== window) parent.postMessage('portal:returned', portalOrigin())
