import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { storedKeys } from '#islands/client/stored-keys.ts'
import { foldScript, foldScriptHash } from './fold-disturbance.ts'

test('the policy allows exactly the script that the page writes', () => {
  expect(foldScriptHash).toBe(`sha256-${createHash('sha256').update(foldScript).digest('base64')}`)
})

test('the script reads the storage key of the portal', () => {
  expect(foldScript).toContain(`'${storedKeys.foldedDisturbance('')}'`)
})
