import { storedKeys } from '#islands/client/stored-keys.ts'

/**
 * Lets a signed-in reader hide the disturbance message until there is another. The hidden text is stored in local
 * storage, by person; `foldScript` hides it on later pages. Does nothing without the banner.
 */
export function wireFold() {
  const banner = document.getElementById('disturbance')
  banner?.querySelector('[data-fold]')?.addEventListener('click', () => {
    const message = banner.querySelector('[data-text]')?.textContent ?? ''
    localStorage.setItem(storedKeys.foldedDisturbance(document.documentElement.dataset['user'] ?? ''), message)
    banner.setAttribute('data-folded', '')
  })
}
