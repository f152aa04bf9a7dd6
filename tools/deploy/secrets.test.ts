import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseSecrets, generateSecrets } from './secrets.ts'

test('missing secrets are set, and present ones only with the option, but never those that sign everybody out', () => {
  const given = { SMTP_HOST: 'smtp.example.se', SESSION_SECRET: 'given' }
  expect(chooseSecrets([], given, false)).toEqual({
    generate: ['PERSONAL_NUMBER_SECRET'],
    issued: { SESSION_SECRET: 'given', SMTP_HOST: 'smtp.example.se' },
  })
  const all = ['SESSION_SECRET', 'PERSONAL_NUMBER_SECRET', 'SMTP_HOST']
  expect(chooseSecrets(all, given, false)).toEqual({ generate: [], issued: {} })
  expect(chooseSecrets(all, given, true)).toEqual({ generate: [], issued: { SMTP_HOST: 'smtp.example.se' } })
})

test('a generated secret is written down for its owner only, and the same at the next attempt', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  const file = join(folder, 'try.secrets.local')
  const first = generateSecrets(file, ['SESSION_SECRET'])
  const second = generateSecrets(file, ['SESSION_SECRET', 'PERSONAL_NUMBER_SECRET'])
  expect(second['SESSION_SECRET']).toBe(first['SESSION_SECRET'])
  expect(readFileSync(file, 'utf8')).toContain(`PERSONAL_NUMBER_SECRET=${second['PERSONAL_NUMBER_SECRET']}`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  rmSync(folder, { recursive: true })
})
