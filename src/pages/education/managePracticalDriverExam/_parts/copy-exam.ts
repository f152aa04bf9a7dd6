import type { DriverExam } from '#api/catalogue/exams/contract.ts'

/** Copies an exam to a new one without its times and its last day of sign-up, which lie in the past or soon will. */
export const copyExam = (exam: DriverExam): DriverExam => ({
  ...exam,
  educationPartPracticalDriverExamId: 0,
  startDate: new Date(0),
  endDate: new Date(0),
  lastSignUpDate: null,
  canceled: false,
})
