import { z } from 'zod'

/** A question that the organiser asks at sign-up (spec G-037d). */
export const CustomQuestion = z.object({
  id: z.int().positive(),
  text: z.string().min(1).max(300),
  type: z.enum(['text', 'choice', 'yesno']),
  options: z.array(z.string()),
  required: z.boolean(),
})
export type CustomQuestion = z.infer<typeof CustomQuestion>

export const CustomAnswer = z.object({ questionId: z.int().positive(), answer: z.string().max(1000) })
export type CustomAnswer = z.infer<typeof CustomAnswer>

/** 0: card, 1: invoice. */
export const PaymentMethod = z.union([z.literal(0), z.literal(1)])
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** One item on the checklist of a practical driver exam. */
export const ChecklistItem = z.object({
  id: z.int().positive(),
  text: z.string().trim().min(1).max(300),
  /** When a required item is not passed, the exam is not passed either. */
  required: z.boolean(),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>
