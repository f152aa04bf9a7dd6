import { api } from '#islands/api.ts'

const storedKeys = ['token', 'userId', 'filterFavoriteBranchPopup']

/** Ends the session. Whatever the server answers, the browser forgets the person. */
export function wireSignOut() {
  document.getElementById('sign-out')?.addEventListener('submit', async (event) => {
    event.preventDefault()
    await api('POST /Authentication/Logout').catch(() => undefined)
    for (const key of storedKeys) localStorage.removeItem(key)
    location.assign('/login')
  })
}
