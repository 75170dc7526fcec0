package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// Event is the body of a delivery.
type Event struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// Verify returns the event if the request was signed with the secret. The body is exactly what was received.
func Verify(secret string, headers http.Header, body []byte) (*Event, error) {
	id := headers.Get("webhook-id")
	timestamp := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(time.Since(time.Unix(seconds, 0)).Seconds()) > tolerance.Seconds() {
		return nil, errors.New("the timestamp is missing, too old or too new")
	}

	key := []byte(secret)
	if strings.HasPrefix(secret, "whsec_") {
		if key, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_")); err != nil {
			return nil, err
		}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := mac.Sum(nil)
	// While a secret is being rotated, there is one signature for each of the two secrets.
	for _, signature := range strings.Split(headers.Get("webhook-signature"), " ") {
		if !strings.HasPrefix(signature, "v1,") {
			continue
		}
		decoded, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(signature, "v1,"))
		if err == nil && hmac.Equal(decoded, expected) {
			event := new(Event)
			return event, json.Unmarshal(body, event)
		}
	}
	return nil, errors.New("the signature is wrong")
}
