import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { driverExams } from './contract.ts'
import { listPossibleExaminers } from './examiners-storage.ts'
import { exportExams } from './export-exams.ts'
import { changeExam, createExam } from './save-exam.ts'
import { findExam, listExamCities, listExamEducations, listExams } from './storage.ts'

export const routes = serve(driverExams, {
  'POST /EducationPartsPracticalDriverExam/create': ({ body }, ctx) => createExam(ctx, body),
  'POST /EducationPartsPracticalDriverExam': ({ body }, ctx) => createExam(ctx, body),
  'PUT /EducationPartsPracticalDriverExam/:id': ({ params, body }, ctx) => changeExam(ctx, params.id, body),
  'POST /EducationPartsPracticalDriverExam/filter': ({ body }, ctx) => listExams(ctx.db, ctx.actor, body),
  'POST /EducationPartsPracticalDriverExam/filter/export': ({ body: { kind, ...query } }, ctx) =>
    exportExams(ctx, query, kind),
  'GET /EducationPartsPracticalDriverExam/:id': async ({ params }, ctx) => {
    const exam = await findExam(ctx.db, ctx.actor, params.id)
    if (!exam) throw new Refused('not_found')
    return exam
  },
  'GET /EducationPartsPracticalDriverExam/allEducationsWithPracticalDriverExams': (_input, ctx) =>
    listExamEducations(ctx.db, ctx.actor),
  'GET /EducationPartsPracticalDriverExam/cities': (_input, ctx) => listExamCities(ctx.db),
  'POST /User/possibleEducatorsForPracticalDrivingExam': ({ body }, ctx) => listPossibleExaminers(ctx.db, body),
})
