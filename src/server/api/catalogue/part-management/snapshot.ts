import {
  amountColumn,
  booleanColumn,
  jsonColumn,
  linkedIds,
  tableSnapshot,
  valueColumn,
} from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of a part: the fields of its form. */
export const educationPartSnapshot = tableSnapshot('education_parts', {
  title: valueColumn('title'),
  description: valueColumn('description'),
  type: valueColumn('type'),
  fee: amountColumn('fee_minor'),
  mandatory: booleanColumn('mandatory'),
  hours: amountColumn('hours_hundredths'),
  needsApproval: booleanColumn('needs_approval'),
  completionRule: valueColumn('completion_rule'),
  minimumScore: valueColumn('minimum_score'),
  startsAgain: booleanColumn('starts_again'),
  opensWindows: booleanColumn('opens_windows'),
  submissionInstructions: valueColumn('submission_instructions'),
  customQuestions: jsonColumn('custom_questions'),
  examChecklist: jsonColumn('exam_checklist'),
  responsibleIds: linkedIds('education_part_responsibles', 'user_id', 'education_part_id = stored.id'),
})
