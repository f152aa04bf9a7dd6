import { momentText } from '#locales/moments.ts'
import { getCopyDate, registerWorker } from './store-copy.ts'

/**
 * Stores the page with the reader's own licences for use without a connection, after it was opened once. A stored page
 * says from when it is, because a licence may have been renewed or revoked since.
 */
const note = document.getElementById('license-copy')
const time = note?.querySelector('time')
const copyDate = getCopyDate()

if (note && time && copyDate) {
  time.dateTime = copyDate.toISOString()
  time.textContent = momentText(copyDate, 'moment', document.documentElement.lang)
  note.hidden = false
} else {
  // Browsers without storage show the page only with a connection.
  registerWorker().catch((error: unknown) => console.warn('keep', error))
}
