/** The button by which a passkey signs in, or takes the second step; what it needs is fetched when it is pressed. */
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

// Browsers without passkeys are offered none.
if (button && !('PublicKeyCredential' in window)) button.hidden = true
