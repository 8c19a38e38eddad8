import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { galleryLink } from '#links/gallery.links.ts'
import { Button, TextButton } from '#ui/buttons/button.tsx'
import { Icon } from '#ui/content/icon.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Status } from '#ui/content/status.tsx'
import { Tag, TagRow } from '#ui/content/tag.tsx'
import { Stars } from '#ui/fields/star-rating.tsx'
import { ButtonLink, TextLink } from '#ui/layout/link.tsx'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { MenuItem, MenuItemLink, PopoverMenu } from '#ui/overlays/popover-menu.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { ProductLine } from '#web/parts/orders/product-line.tsx'
import { Price } from '#web/parts/price.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import { Voucher, VoucherLink } from '#web/parts/voucher.tsx'
import dress from '../pictures/gallery-dress.svg?url'
import heel from '../pictures/gallery-heel.svg?url'
import scarf from '../pictures/gallery-scarf.svg?url'
import styles from './gallery.module.css'

export function BasicParts() {
  return (
    <>
      <Lines />
      <Words />
      <Buttons />
      <Tickets />
    </>
  )
}

function Lines() {
  return (
    <Section>
      <SectionTitle>Lines</SectionTitle>
      <ProductLine
        image={<ProductImage src={dress} alt="" size="line" />}
        name="Ebb Wrap Midi Dress"
        options="Clay / M"
        tags={<Tag tone="accent">Limited-time discount</Tag>}
        price={<Price was="$160.00">$128.00</Price>}
        actions={
          <>
            <PopoverMenu label="More">
              <MenuItem onClick={() => showToast('Repurchase')}>Repurchase</MenuItem>
              <MenuItemLink href={galleryLink}>View logistics</MenuItemLink>
            </PopoverMenu>
            <Button tone="secondary" size="small">
              Apply for Return
            </Button>
            <Button size="small">WRITE A REVIEW</Button>
          </>
        }
      />
      <ProductLine
        image={<ProductImage src={heel} alt="" size="line" veil="Sold out" />}
        name="Lantern Bow Kitten Heel with a name so long that it needs a second line and then some more of the third"
        options="Sand / US 7.5"
        tags={
          <>
            <Tag tone="warning">Presale</Tag>
            <Tag tone="success">Gift</Tag>
          </>
        }
        price={<Price>$118.00</Price>}
        count={2}
      />
      <ProductLine
        image={<ProductImage src={scarf} alt="" size="line" veil="Expired" />}
        name="Breakwater Check Scarf"
        options="Rust / One size"
        price={<Price>1 234 567,00 kr</Price>}
        action={
          <Button tone="secondary" size="small">
            View logistics
          </Button>
        }
      />
      <ProductLine
        compact
        image={<ProductImage src={null} alt="" size="small" />}
        name="Without a picture"
        options="–"
      />
      <div className={styles.row}>
        <ProductImage src={dress} alt="Ebb Wrap Midi Dress" size="thumb" />
        <ProductImage src={scarf} alt="Breakwater Check Scarf" size="thumb" count={2} />
      </div>
    </Section>
  )
}

function Words() {
  return (
    <Section>
      <SectionTitle>Status words, tags, stars</SectionTitle>
      <div className={styles.row}>
        <Status tone="accent">Unpaid</Status>
        <Status tone="info">Processing</Status>
        <Status tone="success">Shipped</Status>
        <Status tone="neutral">Received</Status>
        <Status tone="warning">Returning</Status>
        <Status tone="danger">Refund Failed</Status>
      </div>
      <div className={styles.gap} />
      <TagRow>
        <Tag>Final sale</Tag>
        <Tag tone="accent">Limited-time discount</Tag>
        <Tag tone="warning">Presale</Tag>
        <Tag tone="success">Gift</Tag>
        <Tag tone="info">Exchange</Tag>
        <Tag tone="danger">Failed</Tag>
      </TagRow>
      <div className={styles.gap} />
      <div className={styles.row}>
        <Stars value={4.5} />
        <Stars value={2} size="large" />
        <Price size="total">$386.00</Price>
      </div>
    </Section>
  )
}

function Buttons() {
  const [busy, setBusy] = useState(false)
  return (
    <Section>
      <SectionTitle>Buttons</SectionTitle>
      <div className={styles.stack}>
        <Button block>PAY NOW</Button>
        <Button block tone="secondary">
          CANCEL RETURN
        </Button>
        <Button block disabled>
          Submit
        </Button>
        <Button block busy>
          Submit
        </Button>
        <Button block tone="secondary" busy={busy} onClick={() => setBusy(true)}>
          Become busy
        </Button>
        <ButtonLink block tone="secondary" href={galleryLink}>
          A link
        </ButtonLink>
        <div className={styles.row}>
          <Button size="small">Pay now</Button>
          <Button size="small" tone="secondary">
            <Icon of={Pencil} size="s" />
            <span>Edit</span>
          </Button>
          <Button size="small" busy>
            Pay now
          </Button>
          <Button size="small" disabled>
            Sold out
          </Button>
          <TextLink href={galleryLink}>Contact us</TextLink>
          <TextButton>Forget password</TextButton>
        </div>
      </div>
    </Section>
  )
}

function Tickets() {
  return (
    <div className={styles.tickets}>
      <Voucher
        sign="$"
        amount="15"
        caption="off"
        condition="Orders over $89"
        object="All products"
        dates={<Dates from="01/09/2025 00:00:00" to="30/09/2025 23:59:59" />}
        code="HELLO15"
        end={<VoucherLink href={galleryLink}>USE</VoucherLink>}
      />
      <Voucher
        amount="Free"
        caption="shipping"
        condition="No minimum"
        object="All products"
        dates={<Dates from="01/06/2025 00:00:00" />}
        code="SETSAIL"
        end={<VoucherLink href={galleryLink}>USE</VoucherLink>}
      />
      <Voucher
        off
        sign="$"
        amount="8"
        caption="off"
        condition="Orders over $60"
        object="Swim"
        dates={<Dates from="01/10/2025 00:00:00" to="31/10/2025 23:59:59" />}
        code="COVE8"
        end={<Tag>Unavailable</Tag>}
      />
    </div>
  )
}

function Dates({ from, to }: { from: string; to?: string }) {
  return (
    <>
      <p>
        <span>From </span>
        <Literal>{from}</Literal>
      </p>
      {to ? (
        <p>
          <span>To </span>
          <Literal>{to}</Literal>
        </p>
      ) : (
        <p>Indefinite</p>
      )}
    </>
  )
}
