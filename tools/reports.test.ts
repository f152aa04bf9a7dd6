import { expect, test, vi } from 'vitest'
import { readJourneyOutcome, readOutsideErrors, readTestOutcome } from './reports.ts'

test('failed tests are named with the first lines of the reason, and so is a file that never ran', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      {
        name: '/somewhere/tests/api/sign-ups.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'a place is given' },
          { status: 'skipped', fullName: 'a workbook opens in an office program' },
          {
            status: 'failed',
            fullName: 'the last place goes once',
            failureMessages: ['\u001b[31mexpected\u001b[39m 2\n\nto be 1'],
          },
        ],
      },
      {
        name: '/somewhere/src/server/api/days.test.ts',
        status: 'failed',
        message: 'No such module',
        assertionResults: [],
      },
    ],
  }
  expect(readTestOutcome(JSON.stringify(report))).toEqual({
    passed: 2,
    failed: 1,
    failures: [
      'tests/api/sign-ups.test.ts › the last place goes once\n    expected 2\n    to be 1',
      'src/server/api/days.test.ts\n    No such module',
    ],
  })
  expect(log.mock.calls).toEqual([['Not run on this machine: a workbook opens in an office program']])
  log.mockRestore()
})

test('an error outside any test is named with the first lines of its stack', () => {
  expect(readOutsideErrors(JSON.stringify(['Error: the runtime ended\n    at pool.ts:1\n\n    at run.ts:2']))).toEqual([
    'Outside of any test\n    Error: the runtime ended\n        at pool.ts:1\n        at run.ts:2',
  ])
})

test('a journey that failed twice is named with its window, and one that passed the second time is reported', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const ran = (title: string, status: string, message?: string) => ({
    title,
    tests: [{ projectName: 'phone', status, results: [{ ...(message ? { error: { message } } : {}) }] }],
  })
  const report = {
    stats: { expected: 1, flaky: 1, unexpected: 1 },
    suites: [
      {
        file: 'sign-up.spec.ts',
        specs: [ran('a day is booked', 'expected')],
        suites: [
          {
            file: 'sign-up.spec.ts',
            specs: [ran('a day is paid', 'unexpected', 'Timeout'), ran('a day is left', 'flaky', 'Page crashed')],
          },
        ],
      },
    ],
  }
  expect(readJourneyOutcome(JSON.stringify(report))).toEqual({
    passed: 2,
    failed: 1,
    failures: ['[phone] sign-up.spec.ts › a day is paid\n    Timeout'],
  })
  expect(log.mock.calls).toEqual([
    ['Passed at the second attempt only: [phone] sign-up.spec.ts › a day is left\n    Page crashed'],
  ])
  log.mockRestore()
})
