import { findExam } from '#api/catalogue/exams/storage.ts'
import type { Ctx } from '#api/context.ts'
import { getSignUpOffer } from '#api/participation/sign-ups/offer.ts'
import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { assignGuardian, searchGuardians } from './assign-guardian.ts'
import { examResults } from './contract.ts'
import { listExamResults } from './exam-result.ts'
import { getExamOfferOfEducation, listBookedExams, listOwnExams } from './own-exams.ts'
import { removeDriverExam } from './remove-exam.ts'
import { approveDriver, removeFromExam, signUpToExam, writeExamResults } from './write-exam-results.ts'

const offer = (ctx: Ctx, examId: number, userId: number) =>
  getSignUpOffer(ctx, { userId, examId, occasionId: null, educationPartId: null, educationId: null })

export const routes = serve(examResults, {
  'DELETE /EducationPartsPracticalDriverExam/:id': ({ params }, ctx) => removeDriverExam(ctx, params.id),
  'POST /EducationPartsPracticalDriverExam/filter/MyPracticalDriverExaminationsList': ({ body }, ctx) =>
    listOwnExams(ctx, body),
  'GET /EducationPartsPracticalDriverExam/:id/results': async ({ params }, ctx) => {
    const [results, exam] = await Promise.all([
      listExamResults(ctx, [params.id]),
      findExam(ctx.db, ctx.actor, params.id),
    ])
    // Participants read their own results even when the education is hidden.
    if (results.length === 0 && !exam) throw new Refused('not_found')
    return results
  },
  'POST /EducationPartsPracticalDriverExam/results': ({ body }, ctx) => listExamResults(ctx, body.examIds),
  'PUT /EducationPartsPracticalDriverExam/:id/results': ({ params, body }, ctx) =>
    writeExamResults(ctx, params.id, body),
  'DELETE /EducationPartsPracticalDriverExam/:id/results/:userId/:resultId': ({ params }, ctx) =>
    removeFromExam(ctx, params.id, params.userId, params.resultId),
  'POST /EducationPartsPracticalDriverExam/:id/results/:userId/approve': ({ params }, ctx) =>
    approveDriver(ctx, params.id, params.userId),
  'POST /EducationPartsPracticalDriverExam/:id': ({ params, body }, ctx) => signUpToExam(ctx, params.id, body),
  'PUT /EducationPartsPracticalDriverExam/:id/assignguardian': ({ params, body }, ctx) =>
    assignGuardian(ctx, params.id, body),
  'POST /EducationPartsPracticalDriverExam/searchAdults': ({ body }, ctx) => searchGuardians(ctx, body),
  'POST /EducationPartsPracticalDriverExam/:id/:userId/musthaveguardian': async ({ params }, ctx) =>
    (await offer(ctx, params.id, params.userId)).mustHaveGuardian,
  'GET /EducationPartsPracticalDriverExam/:id/canUserSignUp/:userId': ({ params }, ctx) =>
    offer(ctx, params.id, params.userId),
  'GET /EducationPartsPracticalDriverExam/canUserSignUpToEducation/:educationId/:userId': ({ params }, ctx) =>
    getExamOfferOfEducation(ctx, params.educationId, params.userId),
  'GET /user/:id/bookedpracticaldriverexams': async ({ params }, ctx) => {
    await requireFullAccess(ctx, params.id)
    return listBookedExams(ctx, params.id)
  },
})
