import { flag, hundredths, ids, json, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of a part: the fields of its form. */
export const educationPartSnapshot = ofTable('education_parts', {
  title: value('title'),
  description: value('description'),
  type: value('type'),
  fee: hundredths('fee_minor'),
  mandatory: flag('mandatory'),
  hours: hundredths('hours_hundredths'),
  needsApproval: flag('needs_approval'),
  completionRule: value('completion_rule'),
  minimumScore: value('minimum_score'),
  startsAgain: flag('starts_again'),
  opensWindows: flag('opens_windows'),
  submissionInstructions: value('submission_instructions'),
  customQuestions: json('custom_questions'),
  examChecklist: json('exam_checklist'),
  responsibleIds: ids('education_part_responsibles', 'user_id', 'education_part_id = stored.id'),
})
