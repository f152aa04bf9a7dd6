import { describe, expect, test } from 'vitest'
import { listExpiredBackups, orderByReferences, parseBackupId, toBackupId } from './rules.ts'

describe('the id of a backup', () => {
  const at = new Date('2026-11-26T22:15:07.123Z')

  test('is its time in whole seconds, and is parsed back', () => {
    expect(toBackupId(at)).toBe('2026-11-26T22-15-07Z')
    expect(parseBackupId(toBackupId(at))).toEqual(new Date('2026-11-26T22:15:07Z'))
  })

  test.each(['', 'latest', '2026-11-26', '2026-13-45T99-99-99Z'])('%j is not an id', (text) => {
    expect(parseBackupId(text)).toBeNull()
  })
})

describe('backups that are deleted', () => {
  const now = new Date('2026-11-26T03:00:00Z')
  const old = '2026-10-01T03-00-00Z'

  test('are older than 35 days', () => {
    expect(listExpiredBackups([old, '2026-10-22T03-00-01Z', '2026-11-25T03-00-00Z'], now)).toEqual([old])
  })

  test('never include the newest one or other files', () => {
    expect(listExpiredBackups([old, 'notes'], now)).toEqual([])
    expect(listExpiredBackups([old], now)).toEqual([])
  })
})

describe('the order of tables', () => {
  const table = (name: string, ...references: string[]) => ({ name, references })

  test('puts each table after the tables that it references, and allows a reference to itself', () => {
    const tables = [
      table('results', 'users', 'parts'),
      table('parts'),
      table('users', 'users', 'clubs'),
      table('clubs'),
    ]
    const names = orderByReferences(tables).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['clubs', 'parts', 'results', 'users'])
    expect(names.indexOf('users')).toBeGreaterThan(names.indexOf('clubs'))
    expect(names.at(-1)).toBe('results')
  })

  test('ignores tables that are not copied, and refuses circular references', () => {
    expect(orderByReferences([table('launches', 'sessions')])).toHaveLength(1)
    expect(() => orderByReferences([table('a', 'b'), table('b', 'a')])).toThrow('a, b')
  })
})
