import type { AuthenticationResult, StartedAuthentication } from '#api/people/external-login/contract.ts'
import { ApiError, api, isTransient } from '../client/api.ts'
import { deletePageCopies } from '../client/page-copies.ts'
import { drawQr } from './qr-code.ts'

const part = (name: string) => {
  const element = document.querySelector<HTMLElement>(`[data-${name}]`)
  if (!element) throw new Error(`the page has no ${name}`)
  return element
}
const [section, status, more, qr, open] = [
  part('external-login'),
  part('status'),
  part('more'),
  part('qr'),
  part('open'),
]
const [retry, change, cancel] = [part('retry'), part('switch'), part('cancel')]
const { dataset } = section
/** True on the page where a signed-in person connects an identification to the account; false on the sign-in page. */
const connects = 'connects' in dataset
/** URL of the page that creates an account, to which the reference of the identity is added; undefined elsewhere. */
const identityUrl = dataset['identityUrl']
const scan = document.querySelector<HTMLAnchorElement>('[data-scan]')

interface RunningOrder {
  orderRef: string
  nonce?: string | undefined
}

let running: RunningOrder | null = null
let sameDevice = matchMedia('(pointer: coarse), (max-width: 40rem)').matches
/** Failures in a row before the page gives up, so that a lost connection or a failing provider may recover. */
const maxFailures = 3

function say(text: string | null | undefined, further = ''): void {
  if (status.textContent !== text) status.textContent = text ?? ''
  more.hidden = further === ''
  more.textContent = further
}

function showCode(text: string | null): void {
  qr.hidden = text === null
  if (scan) scan.hidden = text === null
  if (text === null) return
  drawQr(text, qr)
  if (scan) scan.href = text
}

function stop(text: string | null | undefined, further?: string): void {
  running = null
  showCode(null)
  open.hidden = true
  say(text, further)
  change.hidden = true
  retry.hidden = false
  retry.focus()
}

function enter({ token, userId, identity }: AuthenticationResult): void {
  if (!connects && !identity) {
    deletePageCopies().catch(() => undefined)
    localStorage.setItem('token', `${token}`)
    localStorage.setItem('userId', `${userId}`)
  }
  location.replace(identity ? `${identityUrl}${identity}` : `${dataset['target']}`)
}

/**
 * Shows a refusal with what to do next and returns true; returns false when a failed connection is to be tried again.
 */
function handleFailure(error: unknown, failures: number): boolean {
  const refused = error instanceof ApiError && !isTransient(error)
  if (!refused && failures < maxFailures) return false
  stop(error instanceof ApiError ? error.message : dataset['failed'], dataset['wayOn'])
  return true
}

function show(result: AuthenticationResult): void {
  if (result.status === 'complete') enter(result)
  else if (result.status === 'failed') stop(result.message)
  else {
    say(result.message)
    showCode(result.qrData)
    if (result.hintCode === 'userSign') open.hidden = true
  }
}

/** Asks the provider every other second; in the seconds between it only fetches the next QR code. */
async function follow(order: RunningOrder): Promise<void> {
  let failures = 0
  for (let second = 0; running === order; second += 1) {
    const onlyQr = second % 2 === 1
    try {
      if (!onlyQr || !qr.hidden) {
        const body = { onlyQr, nonce: order.nonce }
        const result = await api('POST /ExternalLogin/result/:x', { params: { x: order.orderRef }, body })
        if (running !== order) return
        if (onlyQr && result.status === 'pending') showCode(result.qrData)
        else show(result)
        failures = 0
      }
    } catch (error) {
      failures += 1
      if (handleFailure(error, failures)) return
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

function prepare(): void {
  retry.hidden = true
  change.hidden = false
  change.textContent = `${sameDevice ? dataset['deviceOther'] : dataset['deviceHere']}`
  say(dataset['starting'])
}

function showStarted(started: StartedAuthentication): void {
  showCode(started.qrData)
  open.hidden = started.startUrl === null
  if (started.startUrl) {
    open.setAttribute('href', started.startUrl)
    open.focus()
  }
  running = { orderRef: started.orderRef }
  void follow(running)
}

/** Password that the person typed on this page; sent with each start. */
let password = ''

async function start(): Promise<void> {
  prepare()
  try {
    const createsAccount = identityUrl !== undefined
    const body = {
      sameDevice,
      connects,
      createsAccount,
      returnUrl: dataset['target'],
      ...(password ? { password } : {}),
    }
    const x = `${dataset['externalLogin']}`
    showStarted(await api('POST /ExternalLogin/startauthentication/:x', { params: { x }, body }))
  } catch (error) {
    if (passwordForm && isAboutPassword(error)) askAgain(error)
    else handleFailure(error, maxFailures)
  }
}

async function cancelOrder(): Promise<void> {
  const order = running
  running = null
  if (!order) return
  try {
    await api('POST /ExternalLogin/cancel/:x', { params: { x: order.orderRef } })
  } catch (error) {
    // The order expires by itself within minutes.
    console.warn('external login', error)
  }
}

const passwordForm = document.querySelector<HTMLFormElement>('[data-password-form]')

/** Shows the password form and starts the identification when it is submitted. */
function askForPassword(form: HTMLFormElement): void {
  section.hidden = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    password = String(new FormData(form).get('password') ?? '')
    form.hidden = true
    section.hidden = false
    void start()
  })
}

const isAboutPassword = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.body.fields?.['password'] !== undefined

/** Shows the error of a wrong password at its field and selects what was typed. */
function askAgain(error: ApiError): void {
  if (!passwordForm) return
  section.hidden = true
  passwordForm.hidden = false
  const problem = part('password-problem')
  problem.hidden = false
  problem.textContent = error.body.fields?.['password'] ?? error.message
  passwordForm.querySelector<HTMLInputElement>('[type=password]')?.select()
}

/**
 * Continues the order that the app put in the URL when it led back, and removes it from the URL. Returns false
 * when there is none.
 */
function resumeFromApp(): boolean {
  const [, orderRef, nonce] = /^#external=([\w-]+)\.([\w-]+)$/.exec(location.hash) ?? []
  if (!orderRef) return false
  history.replaceState(null, '', location.pathname + location.search)
  sameDevice = true
  prepare()
  open.hidden = true
  running = { orderRef, nonce }
  void follow(running)
  return true
}

retry.addEventListener('click', start)
change.addEventListener('click', () => {
  void cancelOrder()
  sameDevice = !sameDevice
  void start()
})
cancel.addEventListener('click', async (event) => {
  if (!running) return
  event.preventDefault()
  await cancelOrder()
  location.assign(`${cancel.getAttribute('href')}`)
})
addEventListener('hashchange', resumeFromApp)
// The app led back to another tab, which has signed in.
addEventListener('storage', ({ key, newValue }) => {
  if (!connects && key === 'token' && newValue && running) location.replace(`${dataset['target']}`)
})

// A person on the sign-in page has no session; the rest of an earlier one is removed, with the copies of its pages.
if (!connects) {
  for (const key of ['token', 'userId']) localStorage.removeItem(key)
  deletePageCopies().catch(() => undefined)
}
if (!resumeFromApp()) {
  if (passwordForm) askForPassword(passwordForm)
  else void start()
}
