import { test } from './fixtures.ts'
import { lostAnswers, walkScorm } from './scorm-walk.ts'

test.use({ expectedErrors: lostAnswers })
test('a course of SCORM 1.2 is left half-way, resumed in the same place and approved, on a bad connection', async ({
  page,
  portal,
}) => {
  await walkScorm(page, portal, { version: '1.2', type: 'scormtype' })
})
