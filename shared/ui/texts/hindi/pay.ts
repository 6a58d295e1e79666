/** Paying by UPI. */
export const pay = {
  'Pay · Jhatpat': 'पेमेंट · झटपट',
  'Pay {sum} · Jhatpat': '{sum} पे करें · झटपट',
  Payment: 'पेमेंट',
  'Nothing to pay here': 'यहाँ कोई पेमेंट बाकी नहीं है',
  'We couldn’t find this payment in your account.': 'यह पेमेंट आपके अकाउंट में नहीं मिला।',
  'Your order is safe. Payment options appear when you’re back online.':
    'ऑर्डर सुरक्षित है। ऑनलाइन आते ही पेमेंट के तरीके दिखेंगे।',
  'Pay by UPI': 'UPI से पे करें',
  'To {payee} · Ref. {id}': '{payee} को · रेफ़. {id}',
  'Pay within': 'पेमेंट का बचा समय',
  'Your order is saved. This page updates automatically.': 'ऑर्डर सेव है। यह पेज अपने-आप अपडेट होगा।',
  'Our team is checking. This page updates automatically.': 'हमारी टीम चेक कर रही है। यह पेज अपने-आप अपडेट होगा।',
  'Time to pay has ended. If money was deducted from your bank account, it’ll be added to your wallet.':
    'पेमेंट का समय खत्म हो गया। अगर बैंक से पैसे कटे हैं, तो वे आपके वॉलेट में आ जाएँगे।',
  'Waiting for your bank. This page updates automatically.': 'बैंक के जवाब का इंतज़ार है। यह पेज अपने-आप अपडेट होगा।',
  'Open payment page': 'पेमेंट पेज खोलें',
  'Simulated payment provider': 'टेस्ट पेमेंट',
  'Test mode: no real money. UPI apps won’t accept this code. Approve or decline on {link}.':
    'टेस्ट मोड: असली पैसे नहीं कटेंगे। UPI ऐप यह कोड नहीं लेंगे। {link} पर अप्रूव या डिक्लाइन करें।',
  'Checking with your bank…': 'बैंक से चेक हो रहा है…',
  'I have paid': 'मैंने पे कर दिया',
  'Change payment method': 'पेमेंट का तरीका बदलें',
  'We haven’t received your payment yet. If {sum} was deducted from your bank account, it shows here within a few minutes.':
    'आपका पेमेंट अभी नहीं मिला है। अगर बैंक से {sum} कटे हैं, तो कुछ मिनट में यहाँ दिखेंगे।',
  'We haven’t received your payment yet. If {sum} was deducted from your bank account, it shows here within a few minutes. Last update from the bank: {time}.':
    'आपका पेमेंट अभी नहीं मिला है। अगर बैंक से {sum} कटे हैं, तो कुछ मिनट में यहाँ दिखेंगे। बैंक का आखिरी अपडेट: {time}।',
  'Your bank hasn’t responded yet. Last checked at {time}; we keep checking. If {sum} was deducted from your bank account, it shows here within a few minutes.':
    'बैंक का जवाब अभी नहीं मिला है। {time} पर चेक किया था, हम चेक करते रहेंगे। अगर बैंक से {sum} कटे हैं, तो कुछ मिनट में यहाँ दिखेंगे।',
  '{reason}. No response. Try again.': '{reason}। जवाब नहीं मिला। फिर से कोशिश करें।',
  'Payment details': 'पेमेंट डिटेल्स',
  'Top-up': 'टॉप-अप',
  Order: 'ऑर्डर',
  'Closed the app by mistake?': 'ऐप गलती से बंद हो गया?',
  'Your top-up is saved. Pay by {time}. If you pay twice, the second payment goes to your wallet.':
    'टॉप-अप सेव है। {time} तक पे करें। दो बार पे करने पर दूसरा पेमेंट वॉलेट में आ जाएगा।',
  'Your order is saved. Pay by {time}. If you pay twice, the second payment goes to your wallet.':
    'ऑर्डर सेव है। {time} तक पे करें। दो बार पे करने पर दूसरा पेमेंट वॉलेट में आ जाएगा।',
  'QR code to pay {sum} to {payee} by any UPI app': '{payee} को किसी भी UPI ऐप से {sum} पे करने का QR कोड',
  'Scan with any UPI app': 'किसी भी UPI ऐप से स्कैन करें',
  'Open Google Pay, PhonePe, Paytm or your bank’s app': 'Google Pay, PhonePe, Paytm या अपने बैंक का ऐप खोलें',
  'Scan this code. The amount is already filled in': 'यह कोड स्कैन करें। रकम पहले से भरी है',
  'Enter your UPI PIN in the app, then come back here': 'ऐप में अपना UPI PIN डालें, फिर यहाँ लौट आएँ',
  'Any UPI app': 'कोई भी UPI ऐप',
  'Pay {sum} with {app}': '{app} से {sum} पे करें',
  'Pay {sum} with a UPI app': 'UPI ऐप से {sum} पे करें',
  'Other UPI apps': 'दूसरे UPI ऐप',
  'Pay with': 'इससे पे करें',
  'Getting your payment link': 'पेमेंट लिंक बन रहा है',
  'This can take up to 30 seconds. You haven’t paid yet.': 'इसमें 30 सेकंड लग सकते हैं। अभी पेमेंट नहीं हुआ है।',
  'Checking your payment': 'आपका पेमेंट चेक हो रहा है',
  'We received a payment that may be yours and our team is checking it. Please don’t pay again. You’ll get your order or a refund to your wallet.':
    'हमें एक पेमेंट मिला है, जो शायद आपका है। हमारी टीम चेक कर रही है। दोबारा पे न करें। आपका ऑर्डर डिलीवर होगा या पैसे वॉलेट में रिफंड होंगे।',
  'Pay on the payment page': 'पेमेंट पेज पर पे करें',
  'Open the payment page below. This page updates automatically.': 'नीचे पेमेंट पेज खोलें। यह पेज अपने-आप अपडेट होगा।',
  // Names of the details that the server lists with the payment.
  Username: 'यूज़रनेम',
}
