/** Button that signs in with a passkey, or uses one as the second factor. The script for it is fetched on press. */
const button = document.querySelector<HTMLButtonElement>('[data-passkey]')
const problem = document.getElementById('passkey-failure')

function showProblem(text: string | undefined): void {
  problem?.querySelector('[data-text]')?.replaceChildren(`${text ?? ''}`)
  if (problem) problem.hidden = !text
}

button?.addEventListener('click', async () => {
  if (button.ariaBusy === 'true') return
  button.ariaBusy = 'true'
  showProblem('')
  try {
    const { passkeySignIn } = await import('./passkey-sign-in.ts')
    showProblem(await passkeySignIn(button.dataset))
  } catch {
    showProblem(button.dataset['failed'])
  }
  button.ariaBusy = 'false'
})

// Hides the button in browsers without passkeys.
if (button && !('PublicKeyCredential' in window)) button.hidden = true
