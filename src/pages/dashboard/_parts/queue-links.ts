import {
  CircleDollarSign,
  ClipboardCheck,
  FileCheck,
  FileText,
  FileUp,
  Import,
  MailWarning,
  ServerCrash,
  ShieldUser,
  SquarePen,
  Trash2,
  UserCheck,
} from '@lucide/icons'
import type { QueueKind } from '#api/office/worklist/home/rules.ts'
import type { IconLook } from '#islands/ui/icon-look.ts'

/** Icon of each queue and URL of its list, filtered to what waits. */
export const queueLinks = {
  approvals: { icon: UserCheck, href: '/myeducations?view=approvals' },
  missingResults: { icon: ClipboardCheck, href: '/myeducations?view=missing' },
  submissions: { icon: SquarePen, href: '/inlamningsuppgifter' },
  guardians: { icon: ShieldUser, href: '/?tab=work&list=guardians' },
  refunds: { icon: CircleDollarSign, href: '/betalningar?toRefund=1' },
  reports: { icon: FileCheck, href: '/licenses?tab=reports' },
  erasures: { icon: Trash2, href: '/gdpr/requests?state=open' },
  invoices: { icon: FileText, href: '/invoices' },
  imports: { icon: Import, href: '/import/educationResults' },
  memberImports: { icon: FileUp, href: '/import/members' },
  mails: { icon: MailWarning, href: '/outbox?state=failed' },
  jobs: { icon: ServerCrash, href: '/hangfire?state=4' },
} as const satisfies Record<QueueKind, { icon: IconLook['of']; href: string }>
