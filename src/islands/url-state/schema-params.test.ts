import { expect, test } from 'vitest'
import { filterIn } from './audit/log-address.ts'
import { choiceIn } from './statements/statement-address.ts'

test('an address is read as far as it can be meant, and blanks around it are nothing', () => {
  const log = new URLSearchParams('tab=audit&who= anna &from=2026-01-01&to=yesterday&target=&unknown=1')
  expect(filterIn(log)).toEqual({ who: 'anna', from: '2026-01-01' })
  const statements = new URLSearchParams('userId=7&educationPartId=seven&verb=passed&from=2026-13-01')
  expect(choiceIn(statements)).toEqual({ userId: '7', verb: 'passed' })
})
