import { expect, test } from 'vitest'
import { hideParentOf } from './parent-window.ts'

interface SeenWindow {
  parent?: SeenWindow | null
  document?: object
  API?: object
  API_1484_11?: object
}

const runTime = {}

/** A unit in a page of the portal's that holds the run-time of 1.2, as the unit sees the windows. */
function unitInPage(): SeenWindow {
  const page: SeenWindow = { document: {}, API: runTime }
  hideParentOf(page)
  return { document: {}, parent: page }
}

/** Highest number of steps before the search counts as endless. */
const long = 100

/** As ADL wrote it and nearly all do. */
function runTimeAbove(from: SeenWindow, name: 'API' | 'API_1484_11'): object | undefined {
  let current = from
  for (let steps = 0; !current[name] && current.parent && current.parent !== current; steps++) {
    if (steps > long) throw new Error('climbs for ever')
    current = current.parent
  }
  return current[name]
}

/** As Captivate looks for the highest window that it may touch, where the very top is not one. */
function highestTouched(from: SeenWindow): SeenWindow {
  let current = from
  for (let steps = 0; current.parent?.document; steps++) {
    if (steps > long) throw new Error('climbs for ever')
    current = current.parent
  }
  return current
}

test('content finds the run-time of its edition in a parent window, and none of the other edition', () => {
  expect(runTimeAbove(unitInPage(), 'API')).toBe(runTime)
  expect(runTimeAbove(unitInPage(), 'API_1484_11')).toBeUndefined()
})

test('the page is the topmost window that content can access', () => {
  const unit = unitInPage()
  expect(highestTouched(unit)).toBe(unit.parent)
})
