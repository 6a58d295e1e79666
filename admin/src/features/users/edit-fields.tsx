import { staffRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import { staffRoles } from '@jhatpat/shared/contracts/permissions.ts'
import { Role } from '@jhatpat/shared/contracts/roles.ts'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { Switch } from '@jhatpat/shared/ui/switch.tsx'
import { usePermission } from '../../lib/may.ts'
import type { EditField } from './edit-form.ts'
import type { useUserEdit } from './use-user-edit.ts'

type Edit = ReturnType<typeof useUserEdit>

/** The editable fields of a user. */
export function EditFields({ edit }: { edit: Edit }) {
  const { values, faults, change } = edit
  const may = usePermission()
  const text = (field: 'name' | 'mobilenumber' | 'email') => ({
    value: values[field],
    error: faults[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })
  const flag = (field: 'verified' | 'isBlocked') => ({
    checked: values[field] === 'true',
    onChange: (event: { target: { checked: boolean } }) =>
      change({ [field]: event.target.checked ? 'true' : 'false' }),
  })
  const isChanged = (field: EditField) => edit.changes.some((candidate) => candidate.field === field)
  return (
    <div className="form-g">
      <Field label="Name" maxLength={100} autoComplete="off" {...text('name')} />
      <Field
        label="Mobile number"
        prefix="+91"
        inputMode="numeric"
        maxLength={10}
        autoComplete="off"
        {...text('mobilenumber')}
      />
      <Field
        className="full"
        label="Email"
        type="email"
        maxLength={254}
        autoComplete="off"
        hint={isChanged('email') ? 'Signs in with this address from now on.' : undefined}
        {...text('email')}
      />
      <Select
        label="Role"
        options={Role.options}
        value={values.role}
        error={faults.role}
        hint={isChanged('role') ? roleHints[values.role] : undefined}
        hintTone="warn"
        onChange={(event) =>
          change({ role: Role.options.find((option) => option === event.target.value) ?? values.role })
        }
      />
      {values.role === 'admin' && may('staff.manage') && (
        <Select
          label="Role in the office"
          options={staffRoles.map((value) => ({ value, label: staffRoleTexts[value].name }))}
          value={values.staffRole || 'owner'}
          error={faults.staffRole}
          hint={staffRoleTexts[values.staffRole || 'owner'].does}
          onChange={(event) =>
            change({ staffRole: staffRoles.find((option) => option === event.target.value) ?? 'owner' })
          }
        />
      )}
      <div className="field">
        <span className="label">State</span>
        <Switch label="Verified" {...flag('verified')} />
        <Switch label="Blocked" {...flag('isBlocked')} />
        {(faults.verified ?? faults.isBlocked) && (
          <p className="sm bad-text" role="alert">
            {faults.verified ?? faults.isBlocked}
          </p>
        )}
      </div>
    </div>
  )
}

const roleHints = {
  user: 'Sees and pays the shop’s prices from now on.',
  reseller: 'Sees and pays resell prices from now on.',
  admin: 'Works here, as the role in the office says. Where there are two owners, another one has to agree.',
} as const
