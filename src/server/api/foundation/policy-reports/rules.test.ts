import { expect, test } from 'vitest'
import { parseViolations, policyReportLimits, toBlockedHost } from './rules.ts'

const old = (overrides: object = {}) => ({
  'csp-report': {
    'document-uri': 'https://portal.test/profile/7?secret=1',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.test/x.js?token=abc',
    ...overrides,
  },
})

test('parses both report formats, without addresses', () => {
  const expected = [
    {
      documentUrl: 'https://portal.test/profile/7?secret=1',
      directive: 'script-src-elem',
      blocked: 'evil.test',
    },
  ]
  expect(parseViolations(old())).toEqual(expected)
  const body = {
    documentURL: 'https://portal.test/profile/7?secret=1',
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.test/x.js?token=abc',
  }
  expect(
    parseViolations([
      { type: 'csp-violation', body },
      { type: 'deprecation', body: {} },
    ]),
  ).toEqual(expected)
})

test.each([
  ['inline', 'inline'],
  ['trusted-types-sink', 'trusted-types-sink'],
  ['', 'inline'],
  ['data', 'data'],
  ['blob:https://portal.test/1-2', 'blob'],
  ['https://user:word@evil.test:8443/a?b', 'evil.test:8443'],
  ['Anna Berg', 'other'],
])('the blocked address %j is counted under %s', (blocked, expected) => {
  expect(toBlockedHost(blocked)).toBe(expected)
})

test('ignores invalid reports, and reads a limited number per request', () => {
  for (const junk of [null, 1, 'x', {}, [[]], old({ 'effective-directive': '<b>' })])
    expect(parseViolations(junk)).toEqual([])
  expect(parseViolations(Array.from({ length: 100 }, () => old())).length).toBe(policyReportLimits.reports)
})
