import { setTimeout as after } from 'node:timers/promises'
import { type Answer, type Client, ConnectionLost, type PortalRequest, toForm } from './client.ts'
import { createImportFile, crowd, office, resultIdsOwed, roundData } from './data.ts'
import { publish, signOff, uploadPackage } from './office-steps.ts'

/** Answered steps by name, whose effects must survive the kill. */
export type AnsweredSteps = Map<string, Answer>

export interface Run {
  ask: Client
  round: string
  answers: AnsweredSteps
  recipientId: number
  isOver: () => boolean
}

const isDone = ({ status }: Answer) => status < 400

/** Sends a write with its own idempotency key. A step answered before is sent again, and must get the same answer. */
async function write({ ask, round, answers }: Run, name: string, portalRequest: PortalRequest): Promise<Answer> {
  const answer = await ask({
    ...portalRequest,
    headers: { 'idempotency-key': `${round} ${name}`, ...portalRequest.headers },
  })
  const before = answers.get(name)
  if (before && (answer.status !== before.status || answer.body !== before.body))
    throw new Error(`${name} was answered ${before.status} ${before.body}, and again ${answer.status} ${answer.body}`)
  if (answer.status >= 500) throw new Error(`${name} was answered ${answer.status} ${answer.body}`)
  if (isDone(answer)) answers.set(name, answer)
  return answer
}

async function signUp(play: Run, at: number): Promise<void> {
  const { id: userId, token } = crowd.free(at)
  const body = [{ userId, occasionId: roundData.occasionIds.free }]
  await write(play, `signUp ${at}`, { method: 'PUT', path: '/api/EducationPartOccasions/results', token, body })
}

/** Finds the person's open payment after its answer was lost; null when there is none. */
async function openPayment({ ask }: Run, at: number): Promise<string | null> {
  const { id, token } = crowd.paid(at)
  const answer = await ask({ method: 'GET', path: `/api/Payment/GetPaymentsForUser/${id}`, token })
  const payments = JSON.parse(answer.body) as { id: string; status: number }[]
  return payments.find(({ status }) => status <= 2)?.id ?? null
}

/** Pays by card, from the choice to the confirmation, on the trial provider's own page. */
async function pay(play: Run, at: number): Promise<void> {
  const { ask, answers } = play
  const { id: userId, token } = crowd.paid(at)
  const signUpTo = { userId, occasionIds: [roundData.occasionIds.paid], educationId: roundData.educationId }
  const body = { signUp: signUpTo, termsAccepted: true }
  const begun = await write(play, `pay ${at}`, { method: 'POST', path: '/api/Payment/InitPayment', token, body })
  const paymentId = isDone(begun)
    ? (JSON.parse(begun.body) as { paymentId: string }).paymentId
    : await openPayment(play, at)
  if (!paymentId) return
  const frame = await ask({ method: 'GET', path: `/api/Payment/GetPaymentIframe/${paymentId}`, token })
  if (isDone(frame)) {
    const { host, pathname } = new URL((JSON.parse(frame.body) as { url: string }).url)
    const pressed = await ask({ method: 'POST', path: pathname, host, body: new URLSearchParams({ answer: 'pay' }) })
    if (pressed.status === 303) answers.set(`pressed ${at}`, pressed)
  }
  const paid = await ask({ method: 'POST', path: `/api/Payment/OnPaid/${paymentId}`, token })
  if (isDone(paid) && (JSON.parse(paid.body) as { status: number }).status === 2) answers.set(`paid ${at}`, paid)
}

async function invoice(play: Run, press: number): Promise<void> {
  const items = resultIdsOwed.map((resultId) => ({ resultId, invoiceRecipientId: play.recipientId, amount: 300 }))
  const body = { title: 'Rundan', startDate: '2020-01-01', endDate: '2040-01-01', items }
  const path = '/api/Invoices/CreateInvoiceItems'
  await write(play, `invoice ${press}`, { method: 'POST', path, token: office.token, body })
}

interface Batch {
  rows: number
  status: number
  stopped: boolean
}

const token = office.token

async function batchNow({ ask }: Run): Promise<Batch | null> {
  const answer = await ask({ method: 'GET', path: '/api/imports/batch', token })
  if (!isDone(answer)) throw new Error(`the import cannot be read: ${answer.status} ${answer.body}`)
  return JSON.parse(answer.body) as Batch | null
}

const statusOf = { staged: 0, running: 1, done: 2 }

async function upload({ ask, answers }: Run): Promise<void> {
  const { bytes, type } = toForm(
    { title: 'rundan' },
    { name: 'rundan.csv', bytes: Buffer.from(createImportFile().text) },
  )
  const portalRequest = { method: 'POST', path: '/api/imports/educationResultsFile', token, body: bytes }
  const answer = await ask({ ...portalRequest, headers: { 'content-type': type } })
  if (!isDone(answer)) throw new Error(`the upload was answered ${answer.status} ${answer.body}`)
  answers.set('uploaded', answer)
}

/**
 * Imports as a user who returns to the page: continues with the stored batch, and uploads the file if there is none.
 */
async function importAll(play: Run): Promise<void> {
  const { ask, answers, isOver } = play
  const found = await batchNow(play)
  const isThere = found && Object.values(statusOf).includes(found.status) && found.rows === createImportFile().rows
  if (answers.has('uploaded') && !isThere) throw new Error(`what was uploaded stands as ${JSON.stringify(found)}`)
  if (!isThere) await upload(play)
  const begun = await ask({ method: 'POST', path: '/api/imports/start', token })
  if (!isDone(begun)) throw new Error(`the start was answered ${begun.status} ${begun.body}`)
  answers.set('started', begun)
  while (!isOver()) {
    if ((await batchNow(play))?.status === statusOf.done) return void answers.set('imported', begun)
    await after(150)
  }
}

/** Expects a complete Excel file, which ends with its directory. */
function expectWhole(what: string, { status, body }: Answer): void {
  if (status !== 200 || !body.slice(-22).startsWith('PK\u0005\u0006'))
    throw new Error(`${what} was answered ${status}, and ends as ${body.slice(-60)}`)
}

async function report({ ask }: Run): Promise<void> {
  const path = '/api/reports/SignedUpAndCompleted?startDate=2019-01-01&endDate=2040-01-01'
  expectWhole('the report', await ask({ method: 'GET', path, token }))
}

const jobSucceeded = 3

async function reportInBackground(play: Run): Promise<void> {
  const { ask, answers, isOver } = play
  const body = { report: 'SignedUpAndCompleted', startDate: '2019-01-01', endDate: '2040-01-01' }
  const begun = await write(play, 'report 0', { method: 'POST', path: '/api/reports/files', token, body })
  const { id } = JSON.parse(begun.body) as { id: string }
  while (!isOver()) {
    const job = await ask({ method: 'GET', path: `/api/jobs/${id}`, token })
    if ((JSON.parse(job.body) as { state: number }).state === jobSucceeded) break
    await after(150)
  }
  if (isOver()) return
  expectWhole('the file', await ask({ method: 'GET', path: `/api/reports/files/${id}`, token }))
  answers.set('file 0', begun)
}

/** Runs all steps at once. A step that loses its connection gives up; any other error is thrown. */
export async function runAllSteps(play: Run): Promise<void> {
  const times = (count: number, work: (at: number) => Promise<void>) =>
    Array.from({ length: count }, (_, at) => work(at))
  const all = await Promise.allSettled([
    ...times(roundData.free.people, (at) => signUp(play, at)),
    ...times(roundData.paid.people, (at) => pay(play, at)),
    ...times(2, (press) => invoice(play, press)),
    ...times(roundData.called.people, (at) => signOff(play, at)),
    publish(play),
    uploadPackage(play),
    importAll(play),
    report(play),
    reportInBackground(play),
  ])
  for (const one of all) if (one.status === 'rejected' && !(one.reason instanceof ConnectionLost)) throw one.reason
}
