import type { ScormEdition, ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'
import { frameUnit } from './frame.ts'
import { parseLaunch } from './launch.ts'
import { localCopy } from './local-copy.ts'
import { outbox } from './outbox.ts'
import { hideParentOf } from './parent-window.ts'
import { recordStore } from './record-store.ts'
import { type RunTime, unitSession } from './session.ts'

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Loads state and repeats until it is known: a unit that starts without its stored place would overwrite it. */
async function loadUntilKnown<State>(ask: () => Promise<State | undefined>): Promise<State> {
  for (let pause = 500; ; pause = Math.min(pause * 2, 10_000)) {
    const state = await ask()
    if (state !== undefined) return state
    await wait(pause)
  }
}

async function run(edition: ScormEdition, launch: ScormLaunch, runTime: RunTime): Promise<void> {
  const store = recordStore(launch, (address, init) => fetch(address, init))
  const copy = localCopy(launch, () => localStorage)
  const unsent = copy.read()
  const sending = outbox({ store, copy, wait })
  const [stored, shared] = await Promise.all([
    loadUntilKnown(store.loadState),
    launch.objectiveMaps.length > 0 ? loadUntilKnown(store.shared) : null,
  ])
  const isBehind = unsent?.kept && unsent.kept.revision > (stored?.revision ?? 0)
  const storedState = isBehind ? unsent.kept : stored
  if (unsent?.kept && isBehind) sending.keep(unsent.kept)
  if (unsent) sending.tell(unsent.statements)
  if (unsent?.shared) sending.share(unsent.shared)

  const session = unitSession({
    edition,
    launch,
    runTime,
    outbox: sending,
    storedState,
    shared: { ...shared, ...unsent?.shared },
    session: crypto.randomUUID(),
    now: () => new Date(),
    later: (work, milliseconds) => setTimeout(work, milliseconds),
  })
  // An earlier session may have ended between storing its place and sending its outcome.
  for (const statement of session.earlierOutcome()) {
    if (await store.knows(statement.id)) sending.regardAsTold([statement])
    else sending.tell([statement])
  }
  const frame = frameUnit(launch)
  addEventListener('pagehide', () => {
    // Removed first, so that the content can finish while the page can still send.
    frame.remove()
    session.leave()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sending.leave()
  })
}

/**
 * Runs the unit that the fragment of the URL launches, in a frame over the page; does nothing without a launch.
 * Ends the content's search for the run-time at this page.
 */
export function runUnit(edition: ScormEdition, runTime: RunTime): void {
  hideParentOf(window)
  const launch = parseLaunch(location.hash)
  if (launch) void run(edition, launch, runTime)
}
