import { useState } from 'react'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { Chip } from '../chip.tsx'
import { ChoiceGroup } from '../choice.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { Menu } from '../menu.tsx'
import { MenuItem } from '../menu-item.tsx'
import { Money } from '../money.tsx'
import { OtpInput } from '../otp-input.tsx'
import { PasswordInput } from '../password-input.tsx'
import { SearchBox } from '../search-box.tsx'
import { Select } from '../select.tsx'
import { Tabs } from '../tabs.tsx'
import { TextArea } from '../text-area.tsx'
import { Frame } from './frame.tsx'

const unchanged = () => {}

export function Fields() {
  const [otp, setOtp] = useState('4820')
  const id = { value: '123456789', onChange: unchanged, inputMode: 'numeric' } as const
  return (
    <Frame name="Fields">
      <div className="panel stack">
        <Field label="User ID: checking" {...id} hint="Checking…" hintTone="busy" />
        <Field label="User ID: found" {...id} ok hint="Username: RaviOP" hintTone="ok" />
        <Field
          label="User ID: refused"
          {...id}
          error="Recharge For This ID is not permitted. Contact Admin or try purchasing another region packs."
        />
        <Field
          label="User ID: no answer"
          {...id}
          hint="Couldn’t check this ID right now. Try again, or choose another item."
          hintTone="warn"
        />
        <Field label="Mobile number" prefix="+91" value="9876543210" onChange={unchanged} />
        <PasswordInput
          label="Password"
          value="secret-word"
          onChange={unchanged}
          aside={
            <a className="link xs" href="#forgot">
              Forgot password?
            </a>
          }
        />
        <OtpInput label="6-digit OTP" value={otp} onChange={setOtp} />
        <Select label="Status" options={['All', 'Created', 'Processing']} />
        <SearchBox
          label="Search games and OTT plans"
          placeholder="Search games and OTT plans"
          shortcut="/"
          small
        />
        <TextArea label="Reason, the customer sees it" value="Supplier out of stock" onChange={unchanged} />
        <Checkbox label="18 or older" checked onChange={unchanged} />
      </div>
    </Frame>
  )
}

export function Choosing() {
  const [tab, setTab] = useState('all')
  const [method, setMethod] = useState<'upi' | 'wallet'>('upi')
  const [preset, setPreset] = useState('500')
  return (
    <Frame name="Choosing">
      <div className="panel stack">
        <Tabs
          label="Item type"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'all', label: 'All', count: 11 },
            { id: 'small', label: 'Small' },
            { id: 'weekly', label: 'Weekly' },
          ]}
        />
        <div className="row wrap">
          <Chip on value="last 7 days">
            Date
          </Chip>
          <Chip value="any">Status</Chip>
          <Chip icon="copy">CSV</Chip>
        </div>
        <ChoiceGroup
          label="Payment method"
          value={method}
          onChange={setMethod}
          options={[
            {
              value: 'upi',
              label: 'UPI',
              detail: 'Google Pay, PhonePe, Paytm, any UPI app',
              icon: 'smartphone',
            },
            {
              value: 'wallet',
              label: 'Wallet',
              detail: (
                <>
                  Balance <Money paise={184000} exact />
                </>
              ),
              icon: 'wallet',
            },
          ]}
        />
        <ChoiceGroup
          kind="presets"
          label="Amount"
          value={preset}
          onChange={setPreset}
          options={['100', '250', '500', '1000', '2000', '5000'].map((value) => ({
            value,
            label: <Money rupees={Number(value)} />,
          }))}
        />
      </div>
    </Frame>
  )
}

export function Floating() {
  const [open, setOpen] = useState(false)
  const [drawer, setDrawer] = useState(false)
  return (
    <Frame name="Floating">
      <div className="panel row wrap">
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
        <Button onClick={() => setDrawer(true)}>Open a drawer</Button>
        <Menu button="Open a menu">
          <MenuItem icon="wallet" href="/wallet">
            Wallet
          </MenuItem>
          <MenuItem icon="receipt-text" href="/orders">
            Orders
          </MenuItem>
          <MenuItem icon="log-out">Sign out</MenuItem>
        </Menu>
        <span className="mono">123456789</span>
        <CopyButton text="123456789" />
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title="Refund 2 orders, ₹1,148">
        <div className="stack">
          <Field label="Reason, the customer sees it" defaultValue="Supplier out of stock" />
          <div className="row row-end">
            <Button variant="quiet" onClick={() => setOpen(false)}>
              Back
            </Button>
            <Button variant="accent">Refund 1 order, ₹449</Button>
          </div>
        </div>
      </Dialog>
      <Dialog open={drawer} onClose={() => setDrawer(false)} title="Menu" kind="drawer">
        <nav className="menu plain">
          <MenuItem icon="house" href="/">
            Home
          </MenuItem>
        </nav>
      </Dialog>
    </Frame>
  )
}
