import { expect, test } from 'vitest'
import { listHolderParameters, parseHolderSearch } from './rules.ts'

test.each([
  ['', ''],
  [
    'search=+Ek+&licenseId=2&stage=active&organization=20&validOn=2026-03-01',
    'search=Ek&licenseId=2&stage=active&organization=20&validOn=2026-03-01',
  ],
  ['endsFrom=2027-02-01&endsTo=2027-01-01', 'endsFrom=2027-01-01&endsTo=2027-02-01'],
  ['stage=renewed&licenseId=999999', 'licenseId=999999&stage=renewed'],
  ['stage=old&licenseId=x&organization=-1&validOn=2026-02-31&endsFrom=soon&find-organization=20&tab=holders', ''],
])('the search %s has the parameters %s, and these are the same search', (query, parameters) => {
  const search = parseHolderSearch(new URLSearchParams(query))
  const written = new URLSearchParams(listHolderParameters(search))
  expect(written.toString()).toBe(parameters)
  expect(parseHolderSearch(written)).toEqual({ ...search, searchString: search.searchString.trim() })
})
