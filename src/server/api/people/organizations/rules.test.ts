import { expect, test } from 'vitest'
import { findRegisterFault } from './rules.ts'

const federation = { id: 'F', type: 0 } as const
const district = { id: 'D', type: 1, parentId: 'F' } as const
const club = (id: string, parentId: string | null = 'D') => ({ id, type: 2, parentId }) as const

test('a whole register is accepted, in any order and with clubs that have no parent', () => {
  expect(findRegisterFault([club('1'), district, federation, club('2', null)], ['D', '1', '9'])).toBeNull()
  expect(findRegisterFault([federation], [])).toBeNull()
})

test('a broken register is refused', () => {
  expect(findRegisterFault([federation, federation], [])).toMatch('twice')
  expect(findRegisterFault([federation, club('1', 'X')], [])).toMatch('does not exist')
  expect(findRegisterFault([club('1', '2'), club('2', '1')], [])).toMatch('not higher')
  expect(findRegisterFault([{ ...district, parentId: 'D' }], [])).toMatch('not higher')
  expect(findRegisterFault([], ['D'])).toMatch('1 of 1')
  expect(findRegisterFault([federation, district], ['F', 'D', '1', '2', '3'])).toMatch('3 of 5')
})
