import { expect, test } from 'vitest'
import { StatementSearch } from '#api/courses/xapi/office/contract.ts'
import { AuditFilter } from '#api/office/audit-log/contract.ts'
import { schemaParams } from './schema-params.ts'
import { urlState } from './url-state.ts'

const auditUrl = urlState('/config', schemaParams(AuditFilter.shape))
const statementsUrl = urlState('/statements', schemaParams(StatementSearch.shape))

test('parses valid parameters, and trims blanks', () => {
  const log = new URLSearchParams('tab=audit&who= anna &from=2026-01-01&to=yesterday&target=&unknown=1')
  expect(auditUrl.parse(log)).toEqual({ who: 'anna', from: '2026-01-01' })
  const statements = new URLSearchParams('userId=7&educationPartId=seven&verb=passed&from=2026-13-01')
  expect(statementsUrl.parse(statements)).toEqual({ userId: '7', verb: 'passed' })
})
