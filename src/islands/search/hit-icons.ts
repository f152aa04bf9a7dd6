import {
  BadgeCheck,
  Building2,
  CalendarDays,
  ClipboardCheck,
  FileCheck,
  FileText,
  GraduationCap,
  Mail,
  Paperclip,
  Receipt,
  User,
} from '@lucide/icons'
import type { IconLook } from '../ui/icon-look.ts'
import type { HitKind } from './hit-groups.ts'

/** The icon of each kind of search result. */
export const hitIcons: Record<HitKind, IconLook['of']> = {
  invoices: FileText,
  receipts: Receipt,
  educations: GraduationCap,
  occasions: CalendarDays,
  exams: ClipboardCheck,
  people: User,
  organizations: Building2,
  licenses: BadgeCheck,
  requirements: FileCheck,
  mails: Mail,
  media: Paperclip,
}
