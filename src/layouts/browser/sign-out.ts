import { countQueuedWork, hasQueuedWork, type QueuedWork, storedKeys } from '#islands/client/stored-keys.ts'

const kinds = ['taps', 'decisions', 'signedProtocols', 'protocolDrafts'] as const

/** Counts the work that can be sent from any page; a protocol that has not been signed cannot. */
const countSendable = ({ taps, decisions, signedProtocols }: QueuedWork) => taps + decisions + signedProtocols

/** Lists the unsent work in the dialog with its numbers; work that cannot be sent from here has texts of its own. */
function show(dialog: HTMLDialogElement, work: QueuedWork): void {
  for (const kind of kinds) {
    const line = dialog.querySelector<HTMLElement>(`[data-unsent="${kind}"]`)
    if (!line) continue
    line.hidden = work[kind] === 0
    line.querySelector('[data-count]')?.replaceChildren(String(work[kind]))
  }
  const send = dialog.querySelector<HTMLElement>('[data-send]')
  if (send) send.hidden = countSendable(work) === 0
}

async function leave(): Promise<void> {
  const { signOut } = await import('#islands/client/session.ts')
  await signOut()
}

async function sendFirst(dialog: HTMLDialogElement, readerId: string): Promise<void> {
  const problem = dialog.querySelector<HTMLElement>('[data-problem]')
  if (problem) problem.hidden = true
  dialog.setAttribute('aria-busy', 'true')
  const { sendQueuedMutations: sendUnsent } = await import('#islands/client/send-queued-mutations.ts')
  await sendUnsent(readerId)
  dialog.removeAttribute('aria-busy')
  const queuedWork = countQueuedWork(readerId)
  if (!hasQueuedWork(queuedWork)) return leave()
  show(dialog, queuedWork)
  if (problem) problem.hidden = countSendable(queuedWork) === 0
}

function wireUnsent(dialog: HTMLDialogElement, readerId: () => string): void {
  dialog.querySelector('[data-send]')?.addEventListener('click', () => void sendFirst(dialog, readerId()))
  dialog.querySelector('[data-leave]')?.addEventListener('click', () => void leave())
  dialog.querySelector('[data-stay]')?.addEventListener('click', () => dialog.close())
}

/**
 * Makes the form `#sign-out` end the session, empty the browser's storage and lead to the sign-in page, even when the
 * server does not answer. When work waits on this device, it first shows the dialog `#unsent`: send it and then sign
 * out, sign out without it, or stay. Without scripts the form is sent to the server.
 */
export function wireSignOut() {
  const dialog = document.querySelector<HTMLDialogElement>('#unsent')
  const readerId = () => localStorage.getItem(storedKeys.userId) ?? ''
  if (dialog) wireUnsent(dialog, readerId)
  document.getElementById('sign-out')?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const work = countQueuedWork(readerId())
    if (!dialog || !hasQueuedWork(work)) return leave()
    show(dialog, work)
    dialog.showModal()
  })
}
