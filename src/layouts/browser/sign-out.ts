/** Ends the session without a page in between; the form alone does it too. */
export function wireSignOut() {
  document.getElementById('sign-out')?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { signOut } = await import('#islands/session.ts')
    await signOut()
  })
}
