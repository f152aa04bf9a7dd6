import { storedKeys } from '../client/stored-keys.ts'

/** Hydrates the popup of favourite branches where it opens by itself, so that other visits load no framework for it. */
const island = document.querySelector('[data-offers-favorites] astro-island')
if (island && !localStorage.getItem(storedKeys.filterFavoriteBranchPopup)) {
  const request = () => island.dispatchEvent(new Event('island-requested'))
  ;(window.requestIdleCallback ?? setTimeout)(request)
}
