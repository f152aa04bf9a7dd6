import { map } from 'nanostores'
import { type DigitalLaunchData, launchUrl } from '#api/xapi/rules.ts'
import { ApiError, api } from '../api.ts'
import { leaveForLogin } from '../leave.ts'
import { isApproved, needsNewAttempt } from './attempts.ts'
import { pollUntil } from './poll.ts'

interface RunnerState {
  /** Which of a page's two runners shows it. */
  of: 'part' | 'material'
  phase: 'idle' | 'loading' | 'running' | 'failed'
  title: string
  url: string
  /** The server's own words; empty when it had none and the general text applies. */
  failure: string
  approved: boolean
}

const idle: RunnerState = { of: 'part', phase: 'idle', title: '', url: '', failure: '', approved: false }

export const $runner = map<RunnerState>(idle)

let running = new AbortController()

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

function fail(error: unknown, of: RunnerState['of']): void {
  if (isSignedOut(error)) {
    leaveForLogin()
    return
  }
  const known = error instanceof ApiError && error.body.code !== 'internal' ? (error.body.message ?? '') : ''
  $runner.set({ ...idle, of, phase: 'failed', failure: known })
}

const attemptsOf = async (educationPartId: number, userId: number) => {
  const results = await api('GET /EducationParts/:id/results/:userId', { params: { id: educationPartId, userId } })
  return results.filter((result) => !result.canceled)
}

async function ensureAttempt(educationPartId: number, educationId: number, userId: number): Promise<void> {
  if (!needsNewAttempt(await attemptsOf(educationPartId, userId))) return
  await api('PUT /EducationParts/:id/results', {
    params: { id: educationPartId },
    body: [{ userId, educationId, signUpDate: new Date(), completed: false }],
  })
}

function show(launch: DigitalLaunchData, what: Parameters<typeof launchUrl>[1]): void {
  const of = 'educatorArticulateId' in what ? 'material' : 'part'
  $runner.set({ ...idle, of, phase: 'running', title: launch.title, url: launchUrl(launch, what) })
}

function begin(of: RunnerState['of']): AbortSignal {
  running.abort()
  running = new AbortController()
  $runner.set({ ...idle, of, phase: 'loading' })
  return running.signal
}

/** Runs a digital part until it is approved or closed. */
export async function openPart(educationPartId: number, educationId: number, userId: number): Promise<void> {
  const signal = begin('part')
  try {
    const launch = await api('GET /Articulate/part/:id', { params: { id: educationPartId } })
    await ensureAttempt(educationPartId, educationId, userId)
    if (signal.aborted) return
    show(launch, { educationPartId })
    const ask = async () => isApproved(await attemptsOf(educationPartId, userId))
    if (await pollUntil(ask, signal, isSignedOut)) $runner.setKey('approved', true)
  } catch (error) {
    if (!signal.aborted) fail(error, 'part')
  }
}

/** Runs educator material; `onCompleted` reads the page anew. */
export async function openMaterial(
  educatorArticulateId: number,
  userId: number,
  onCompleted: () => void,
): Promise<void> {
  const signal = begin('material')
  const completed = () =>
    api('GET /Articulate/isEducatorMaterialCompleted/:educatorArticulateId/:userId', {
      params: { educatorArticulateId, userId },
    })
  try {
    const [launch, before] = await Promise.all([
      api('GET /Articulate/educatorpart/:id', { params: { id: educatorArticulateId } }),
      completed(),
    ])
    if (signal.aborted) return
    show(launch, { educatorArticulateId })
    // Material that was completed before may be read again; only a completion that happens here is told.
    if (!before && (await pollUntil(completed, signal, isSignedOut))) onCompleted()
  } catch (error) {
    if (!signal.aborted) fail(error, 'material')
  }
}

/** Ends the run; what the course sends as it is unloaded still arrives. */
export function closeRunner(): void {
  running.abort()
  $runner.set(idle)
}
